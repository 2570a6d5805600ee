import { batches } from '@quarry/sqlite';
import type { Section } from '@quarry/turn';
import type { FileEntry, TreeEntry } from './documents';
import { atOneMoment, ofKind, type Moment } from './pages';
import type { Snapshot } from './snapshot';

/** Characters of section trees that are read together. A response must fit into memory and into one string. */
export const TREES = 16_000_000;

/** Paths per query. The server accepts 65,536 values. */
const PATHS = 10_000;
/** Entries per page. A document's roots are short. */
const PAGE = 500;

/** The section trees of these stored files, or of all, by path. With `rootsOnly`, no tree is read. */
export function readSections(
  snapshot: Snapshot,
  { paths, rootsOnly = false }: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean },
): Promise<Section[]> {
  return atOneMoment(snapshot, async (moment) => {
    const found: Section[] = [];
    const named = paths ? batches([...new Set(paths)].sort(), PATHS) : [null];
    for (const some of named)
      for await (const page of moment.pages<FileEntry>({
        query: ofKind('file', ...(some ? [{ terms: { file: [...some] } }] : [])),
        sort: ['file'],
        source: rootsOnly ? ['roots'] : ['file', 'sections_length'],
        size: PAGE,
      }))
        for (const sections of rootsOnly ? page.map(rootsOfEntry) : await treesOf(moment, page))
          for (const section of sections) found.push(section);
    return found;
  });
}

/** The trees of these files, by path, for the files that have one. They are read together: see `TREES`. */
export async function readTrees(
  moment: Moment,
  files: readonly FileEntry[],
): Promise<ReadonlyMap<string, Section[]>> {
  const documents = files
    .filter(({ sections_length }) => sections_length !== undefined)
    .map(({ file }) => file);
  if (documents.length === 0) return new Map();
  const stored = await moment.all<TreeEntry>({
    query: ofKind('tree', { terms: { file: documents } }),
    sort: ['file'],
    source: ['file', 'sections'],
  });
  return new Map(stored.map(({ file, sections }) => [file, JSON.parse(sections) as Section[]]));
}

async function treesOf(moment: Moment, page: readonly FileEntry[]): Promise<Section[][]> {
  const trees: Section[][] = [];
  for (const group of batches(page, TREES, ({ sections_length = 0 }) => sections_length))
    trees.push(...(await readTrees(moment, group)).values());
  return trees;
}

function rootsOfEntry({ roots = '[]' }: FileEntry): Section[] {
  return JSON.parse(roots) as Section[];
}
