import { defined } from './defined';

describe('defined', () => {
  it.each([
    [{}, []],
    [{ a: undefined }, []],
    [{ a: undefined, b: 1 }, ['b']],
    [{ a: null, b: 0, c: '', d: false, e: NaN }, ['a', 'b', 'c', 'd', 'e']],
  ])('%j keeps %j', (entries, keys) => {
    const kept = defined<Record<string, unknown>>(entries);
    expect(Object.keys(kept)).toEqual(keys);
    for (const key of keys) expect(kept[key]).toBe((entries as Record<string, unknown>)[key]);
  });
});
