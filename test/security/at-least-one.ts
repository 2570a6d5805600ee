/**
 * The list itself, where it has an item: an expectation of every item of an empty list holds whatever the code does.
 * @param what names the items in the error
 * @throws Error where the list is empty
 * @example for (const { path } of atLeastOne(turn.evidence)) expect(path).not.toContain('..');
 */
export function atLeastOne<Item>(list: readonly Item[], what = 'items'): readonly [Item, ...Item[]] {
  if (list.length === 0)
    throw new Error(`There are no ${what}: what is expected of each of them would hold of nothing.`);
  return list as unknown as readonly [Item, ...Item[]];
}
