import { count, money, percent } from './number';

it('numbers, human-readable', () => {
  expect(count(12_345.4)).toBe('12,345');
  expect([null, 0, 0.00123, 0.1234, 12.3456].map(money)).toEqual(['–', '0', '0.00123', '0.1234', '12.35']);
  expect([null, 0, 0.756].map(percent)).toEqual(['–', '0 %', '76 %']);
});
