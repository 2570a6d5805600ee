/** Lists of groups by path: a reader of the file is in one group of each list. */
export type StatedGroups = Readonly<Record<string, readonly (readonly string[])[]>>;

/**
 * Collects the `AclTags` of the records of a bundle by file. A record with tags is for readers of one of them; its file
 * is for readers of all its records, because the bundle has no lines. A record without tags says nothing.
 */
export class AclTags {
  private readonly lists = new Map<string, Map<string, readonly string[]>>();

  constructor(private readonly problems: string[]) {}

  get stated(): StatedGroups {
    return Object.fromEntries([...this.lists].map(([path, lists]) => [path, [...lists.values()]]));
  }

  /** Adds those of one record. Tags that cannot be read admit no group: what is restricted is never opened. */
  add(path: string, record: Readonly<Record<string, unknown>>, where: string): void {
    const name = Object.keys(record).find((key) => key.toLowerCase() === 'acltags');
    const value = name === undefined ? null : record[name];
    if (value === null || value === undefined) return;
    const tags: readonly unknown[] = Array.isArray(value) ? value : [value];
    const groups = tags.filter((tag): tag is string => typeof tag === 'string' && tag.trim() !== '');
    if (groups.length < tags.length)
      this.problems.push(`${where}: its AclTags are not a list of names: ${path} is for no group`);
    if (tags.length === 0) return;
    const list = groups.length < tags.length ? [] : [...new Set(groups)].sort();
    const lists = this.lists.get(path) ?? new Map<string, readonly string[]>();
    this.lists.set(path, lists.set(JSON.stringify(list), list));
  }
}
