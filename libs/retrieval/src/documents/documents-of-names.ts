import type { SearchReader } from '@quarry/search-index';
import type { PlanFilter, SnapshotRef } from '@quarry/turn';

/** Hits by which the documents of a name are judged: at least `FEWEST`, and of these at least `SHARE` in few documents. */
const HITS = 20;
const FEWEST = 5;
const SHARE = 0.8;
/** Names of a query that are looked for. */
const MOST_NAMES = 4;
/** The documents of a name: at most this share of all, and this many, such as the reports of a company over the years. */
const MOST_OF_ALL = 1 / 3;
const MOST_DOCUMENTS = 8;

/**
 * The documents whose texts contain most occurrences of the names of a query: a report names its company on every page,
 * also if its file is called `goog-20221231.pdf`. Of a name of several words, such as `Google Cloud`, only texts with all
 * of them count. Empty if a name leads to no document, or to many.
 * @param names from `fullNamesIn`
 * @param files the number of documents
 */
export async function documentsOfNames(
  index: Pick<SearchReader, 'search'>,
  ref: SnapshotRef,
  names: readonly string[],
  { filter, files }: { readonly filter: PlanFilter | undefined; readonly files: number },
): Promise<readonly string[]> {
  const wanted = names.slice(0, MOST_NAMES);
  if (wanted.length === 0) return [];
  const only = filter ? { filter } : {};
  const lists = await index.search(
    ref,
    wanted.map((text) => ({ kind: 'bm25', text, k: HITS, ...only })),
  );
  const most = Math.max(1, Math.min(MOST_DOCUMENTS, Math.floor(files * MOST_OF_ALL)));
  const found = lists.map((hits, at) => {
    const words = (wanted[at] ?? '').toLowerCase().split(' ');
    const paths = hits
      .filter(({ chunk }) => words.every((word) => chunk.text.toLowerCase().includes(word)))
      .map(({ chunk }) => chunk.path);
    return ofMost(paths, most);
  });
  return [...new Set(found.flat())];
}

/** The few documents that have most of the hits; empty if none have. */
function ofMost(paths: readonly string[], most: number): readonly string[] {
  if (paths.length < FEWEST) return [];
  const byCount = [...Map.groupBy(paths, (path) => path)].toSorted(([, a], [, b]) => b.length - a.length);
  let held = 0;
  for (const [at, [, own]] of byCount.slice(0, most).entries()) {
    held += own.length;
    if (held >= SHARE * paths.length) return byCount.slice(0, at + 1).map(([path]) => path);
  }
  return [];
}
