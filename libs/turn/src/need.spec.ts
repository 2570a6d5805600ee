import { normalizeQuery, openNeeds, raiseNeeds, resolveNeed } from './need';

describe('normalizeQuery', () => {
  it.each([
    ['  Foo   Bar ', 'foo bar'],
    ['`src\\a.ts`', 'src/a.ts'],
    ['"What is X?"', 'what is x'],
    ['ＦＯＯ', 'foo'],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeQuery(text)).toBe(expected);
  });
});

describe('needs', () => {
  it('are raised once a pass, whatever their spelling', () => {
    const needs = raiseNeeds([], ['Foo', '`foo`', 'bar', ' '], 1);
    expect(needs.map((need) => need.text)).toEqual(['Foo', 'bar']);
    expect(raiseNeeds(needs, ['foo'], 2)).toHaveLength(3);
  });

  it('are resolved by evidence only', () => {
    const needs = raiseNeeds([], ['foo', 'bar'], 1);
    expect(resolveNeed(needs, 'foo', [])).toBe(needs);
    const resolved = resolveNeed(needs, 'foo', [4]);
    expect(resolved[0]).toMatchObject({ status: 'resolved', resolvedBy: [4] });
    expect(openNeeds({ needs: resolved }).map((need) => need.text)).toEqual(['bar']);
  });
});
