/**
 * Returns a list that is not empty. Expectations about every item of an empty list would always hold.
 * @param what names the items in the error
 * @throws Error if the list is empty
 * @example for (const { path } of atLeastOne(turn.evidence)) expect(path).not.toContain('..');
 */
export function atLeastOne<Item>(list: readonly Item[], what = 'items'): readonly [Item, ...Item[]] {
  if (list.length === 0)
    throw new Error(`There are no ${what}: what is expected of each of them would hold of nothing.`);
  return list as unknown as readonly [Item, ...Item[]];
}
