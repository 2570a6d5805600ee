import type { SearchReader } from '@quarry/search-index';
import type { PlanFilter, SnapshotRef } from '@quarry/turn';

/** Hits by which the document of a name is judged: at least `FEWEST`, and of these at least `SHARE` in one document. */
const HITS = 20;
const FEWEST = 5;
const SHARE = 0.8;
/** Names of a query that are looked for. */
const MOST_NAMES = 4;

/**
 * The document whose text contains most occurrences of a name of a query: a report names its company on every page, also
 * if its file is called `goog-20221231.pdf`. Undefined if the names lead to no document, or to several.
 * @param names in lower case, from `namesIn`
 */
export async function documentOfName(
  index: Pick<SearchReader, 'search'>,
  ref: SnapshotRef,
  names: readonly string[],
  filter: PlanFilter | undefined,
): Promise<string | undefined> {
  const wanted = names.slice(0, MOST_NAMES);
  if (wanted.length === 0) return undefined;
  const only = filter ? { filter } : {};
  const lists = await index.search(
    ref,
    wanted.map((text) => ({ kind: 'bm25', text, k: HITS, ...only })),
  );
  const found = lists.flatMap((hits) => {
    const [path, most = []] = [...Map.groupBy(hits, ({ chunk }) => chunk.path)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )[0] ?? [undefined];
    return path !== undefined && hits.length >= FEWEST && most.length >= SHARE * hits.length ? [path] : [];
  });
  const [path, ...others] = new Set(found);
  return others.length === 0 ? path : undefined;
}
