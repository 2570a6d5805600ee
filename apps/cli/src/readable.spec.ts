import { readable } from './readable';

describe('an answer on a terminal', () => {
  it.each([
    ['> see \\[5\\] and \\`x', '> see [5] and `x'],
    ['`re.match("\\[a\\]")` \\[1, 2\\]', '`re.match("\\[a\\]")` [1, 2]'],
    ['```\n\\[x\\]\n```\n\\[x\\]', '```\n\\[x\\]\n```\n[x]'],
    ['C:\\new\\table', 'C:\\new\\table'],
  ])('shows %j as a reader expects it', (text, shown) => {
    expect(readable(text)).toBe(shown);
  });
});
