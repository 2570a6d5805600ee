import type { Place } from '../problem';

/** A YAML value whose parts all have their place: no aliases, no tags, only names, numbers and lists. */
export type Located = LocatedMap | LocatedList | LocatedScalar;

export interface LocatedMap {
  readonly kind: 'map';
  readonly at: Place;
  readonly entries: Entries;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly at: Place;
  readonly items: readonly Located[];
}

export interface LocatedScalar {
  readonly kind: 'scalar';
  readonly at: Place;
  readonly value: string | number | boolean | null;
}

export interface Entry {
  /** Place of the key. */
  readonly at: Place;
  readonly value: Located;
}

export type Entries = ReadonlyMap<string, Entry>;

/** The value without its places. */
export function plain(value: Located): unknown {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'list') return value.items.map(plain);
  return plainEntries(value.entries);
}

/** Entries as an object, without their places. */
export function plainEntries(entries: Entries): Record<string, unknown> {
  return Object.fromEntries([...entries].map(([key, entry]) => [key, plain(entry.value)]));
}

/** Deep merge (003 §11.2 A): dictionaries recursively, lists and scalars replaced, the child overrides. */
export function mergeEntries(parent: Entries, child: Entries): Entries {
  const merged = new Map(parent);
  for (const [key, entry] of child) {
    const inherited = parent.get(key);
    merged.set(
      key,
      inherited?.value.kind === 'map' && entry.value.kind === 'map'
        ? {
            at: entry.at,
            value: { ...entry.value, entries: mergeEntries(inherited.value.entries, entry.value.entries) },
          }
        : entry,
    );
  }
  return merged;
}

/** The text of a scalar, or undefined for anything else. */
export function textOf(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The part at `path` below `entries`, or its nearest existing ancestor. */
export function locate(entries: Entries, path: readonly string[], otherwise: Place): Place {
  const [head, ...rest] = path;
  const entry = head === undefined ? undefined : entries.get(head);
  if (!entry) return otherwise;
  if (rest.length === 0) return entry.value.at;
  if (entry.value.kind === 'map') return locate(entry.value.entries, rest, entry.at);
  if (entry.value.kind === 'list') return entry.value.items[Number(rest[0])]?.at ?? entry.at;
  return entry.at;
}
