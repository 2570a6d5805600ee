import { EMPTY_GROUPS } from './turn';

/** Every object and list in a value, itself first. */
function partsOf(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

describe('what all turns share before any hop', () => {
  it('cannot be changed by one of them', () => {
    expect(partsOf(EMPTY_GROUPS).filter((part) => !Object.isFrozen(part))).toEqual([]);
  });

  it('holds nothing in any list', () => {
    const lists = partsOf(EMPTY_GROUPS).filter((part) => Array.isArray(part));
    expect(lists.length).toBeGreaterThan(5);
    expect(lists.flat()).toEqual([]);
  });
});
