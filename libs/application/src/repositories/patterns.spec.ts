import { fitsPattern, isPattern } from './patterns';

describe('a pattern', () => {
  it.each([
    ['payments-*', 'payments-api'],
    ['payments-*', 'payments-'],
    ['*', 'anything'],
    ['*', ''],
    ['*-api', 'payments-api'],
    ['a*b*c', 'abc'],
    ['a*b*c', 'aXbYc'],
    ['a**c', 'abc'],
    ['a*a', 'aa'],
    ['shop', 'shop'],
    ['a.b*', 'a.bc'],
  ])('%s fits %s', (pattern, name) => {
    expect(fitsPattern(pattern, name)).toBe(true);
  });

  it.each([
    ['payments-*', 'Payments-api'],
    ['payments-*', 'my-payments-api'],
    ['*-api', 'payments-api-2'],
    ['a*a', 'a'],
    ['ab*ba', 'aba'],
    ['a*b*c', 'acb'],
    ['shop', 'shops'],
    ['a.b*', 'axbc'],
    ['', 'shop'],
  ])('%s does not fit %s', (pattern, name) => {
    expect(fitsPattern(pattern, name)).toBe(false);
  });

  it('is a text with a star', () => {
    expect(['a*', '*', 'shop', 'a?b', ''].map(isPattern)).toEqual([true, true, false, false, false]);
  });

  it('takes no longer for many stars', () => {
    const name = 'a'.repeat(5_000);
    expect(fitsPattern(`${'*a'.repeat(2_000)}*b`, name)).toBe(false);
    expect(fitsPattern(`${'*a'.repeat(2_000)}*`, name)).toBe(true);
  });
});
