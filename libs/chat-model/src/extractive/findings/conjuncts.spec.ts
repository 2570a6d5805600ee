import { conjuncts } from './conjuncts';

describe('conjuncts', () => {
  it.each([
    [
      "What were PepsiCo's net revenue and operating profit in 2023?",
      ["What were PepsiCo's net revenue 2023", 'operating profit in 2023? PepsiCo'],
    ],
    ['What was the capital expenditure of Halden in 2023?', []],
    ['Where do Halden and Turku stand?', []],
  ])('%s', (item, parts) => {
    expect(conjuncts(item)).toEqual(parts);
  });
});
