import { posix } from 'node:path';
import {
  placeOfStored,
  recordTables,
  stemsOf,
  storedPath,
  tablesOf,
  type SectionSource,
} from '@quarry/retrieval';
import type { FoundRecords } from './found-records';
import type { KnownTables } from './known-tables';

/** Endings of spreadsheets and CSV files. */
const ENDINGS = ['.csv', '.tsv', '.xlsx', '.xlsm', '.ods'];
/** Characters of tables that are read for one question, and files among which a search chooses. */
const MOST_CHARACTERS = 8_000_000;
const MOST_FILES = 20;
const MOST_HITS = 60;
/** Files whose name has words of the question, ahead of those: first those with most of their name. */
const MOST_NAMED = 6;

/**
 * The tables of records that a question may be about: all, or, where there are many, those that the
 * question names or a search finds.
 */
export async function findRecords(
  source: SectionSource,
  question: string,
  known: KnownTables,
): Promise<readonly FoundRecords[]> {
  const stored = await source.index.manifest(source.ref, { endings: ENDINGS });
  const paths = [...stored.keys()];
  if (paths.length === 0) return [];
  const roots = (await source.trees.of(await chosen(source, question, paths))).filter(
    ({ level }) => level === 0,
  );
  const found: FoundRecords[] = [];
  let read = 0;
  for (const root of roots) {
    if (read + root.characters > MOST_CHARACTERS) continue;
    read += root.characters;
    const path = storedPath(root);
    const file = { ref: source.ref, path, hash: stored.get(path) ?? '' };
    const own = known.get(file) ?? (await recordsOf(source, placeOfStored(path, stored)));
    known.keep(file, root.characters, own);
    found.push(...own);
  }
  return found;
}

async function recordsOf(
  source: SectionSource,
  place: ReturnType<typeof placeOfStored>,
): Promise<readonly FoundRecords[]> {
  const document = await tablesOf(source, place);
  if (!document) return [];
  return recordTables(document).map((table) => ({ document, table }));
}

async function chosen(
  { index, ref, turn }: SectionSource,
  question: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length <= MOST_FILES) return paths;
  if (!(await index.describe(ref))?.bm25) return [];
  const filter = turn.plan?.filter;
  const [hits = []] = await index.search(ref, [
    { kind: 'bm25', text: question, k: MOST_HITS, ...(filter ? { filter } : {}) },
  ]);
  const known = new Set(paths);
  const hit = hits.map(({ chunk }) => chunk.path).filter((path) => known.has(path));
  // The rows of a file do not have its name.
  const words = new Set(stemsOf(question));
  const named = paths
    .map((path) => {
      const own = stemsOf(posix.parse(path).name);
      return { path, share: own.filter((stem) => words.has(stem)).length / own.length };
    })
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ path }) => path);
  return [...new Set([...named.slice(0, MOST_NAMED), ...hit])].slice(0, MOST_FILES);
}
