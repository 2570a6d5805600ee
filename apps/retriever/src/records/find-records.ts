import {
  placeOfStored,
  recordTables,
  stemsOf,
  storedPath,
  tablesOf,
  type RecordTable,
  type SectionSource,
  type TablesOfDocument,
} from '@quarry/retrieval';
import type { Section } from '@quarry/turn';

/** Paths of spreadsheets and CSV files. */
const SHEETS = /\.(?:csv|tsv|xlsx|xlsm|ods)$/i;
/** Characters of tables that are read for one question, and files among which a search chooses. */
const MOST_CHARACTERS = 8_000_000;
const MOST_FILES = 12;
const MOST_HITS = 60;
/** Files whose name has words of the question, ahead of those: first those with most of their name. */
const MOST_NAMED = 6;

/** A table of records with the document that it is in. */
export interface FoundRecords {
  readonly document: TablesOfDocument;
  readonly table: RecordTable;
}

/**
 * The tables of records that a question may be about: all, or, where there are many, those that the
 * question names or a search finds.
 */
export async function findRecords(source: SectionSource, question: string): Promise<readonly FoundRecords[]> {
  const stored = await source.trees.manifest();
  const paths = [...stored.keys()].filter((path) => SHEETS.test(path));
  if (paths.length === 0) return [];
  const roots = (await source.trees.of(await chosen(source, question, paths))).filter(
    ({ level }) => level === 0,
  );
  const found: FoundRecords[] = [];
  let read = 0;
  for (const root of roots) {
    if (read + root.characters > MOST_CHARACTERS) continue;
    read += root.characters;
    found.push(...(await recordsOf(source, root, stored)));
  }
  return found;
}

async function recordsOf(
  source: SectionSource,
  root: Section,
  stored: ReadonlyMap<string, string>,
): Promise<readonly FoundRecords[]> {
  const document = await tablesOf(source, placeOfStored(storedPath(root), stored));
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
      const own = stemsOf((path.split('/').at(-1) ?? path).replace(SHEETS, ''));
      return { path, share: own.filter((stem) => words.has(stem)).length / own.length };
    })
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ path }) => path);
  return [...new Set([...named.slice(0, MOST_NAMED), ...hit])].slice(0, MOST_FILES);
}
