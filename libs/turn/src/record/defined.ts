/**
 * The entries that have a value, for a spread into an object that shall not have the others at all:
 * `{ id, ...defined({ key }) }` has no `key` where `key` is undefined.
 */
export function defined<Entries extends object>(
  entries: Entries,
): { [Key in keyof Entries]?: Exclude<Entries[Key], undefined> } {
  const kept: Partial<Entries> = {};
  for (const key of Object.keys(entries) as (keyof Entries)[])
    if (entries[key] !== undefined) kept[key] = entries[key];
  return kept as { [Key in keyof Entries]?: Exclude<Entries[Key], undefined> };
}
