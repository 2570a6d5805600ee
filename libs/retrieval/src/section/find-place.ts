import type { Chunk, SearchReader } from '@quarry/search-index';
import { defined, endsInPath, type Section, type SnapshotRef, type Turn } from '@quarry/turn';
import type { SectionTrees } from './section-trees';

/** Where a section is sought. */
export interface SectionSource {
  readonly index: SearchReader;
  readonly ref: SnapshotRef;
  /** What is known already: evidence by its number, the outline that was shown, the filter. */
  readonly turn: Pick<Turn, 'evidence' | 'outline' | 'plan'>;
  readonly trees: SectionTrees;
}

/** A part of a file or document: a section of its tree, a page, lines, or all of it. */
export interface Place {
  readonly path: string;
  readonly document?: string;
  readonly lines?: { readonly start: number; readonly end: number };
  readonly page?: number;
  readonly section?: Section;
}

/** Why a place cannot be said. */
export interface Missing {
  readonly why: string;
}

/** Chunks of one file that are read, at most: about two million tokens of text. */
const MOST_CHUNKS = 5_000;
/** Hits among which the definition of a name is sought. */
const NAMED_HITS = 20;

/** The chunks of a file or document, in the order of its text. */
export async function chunksOf(
  { index, ref }: Pick<SectionSource, 'index' | 'ref'>,
  { path, document }: Pick<Place, 'path' | 'document'>,
): Promise<readonly Chunk[]> {
  const [hits = []] = await index.search(ref, [
    { kind: 'path', path, k: MOST_CHUNKS, ...defined({ document }) },
  ]);
  return hits.map((hit) => hit.chunk);
}

export function placeOfSection(section: Section): Place {
  const { path, document } = section;
  return { path, section, ...defined({ document }) };
}

export function placeOfEvidence(item: Turn['evidence'][number]): Place {
  const { path, document, startLine: start, endLine: end } = item;
  return document === undefined ? { path, lines: { start, end } } : { path, document };
}

/** Evidence that is called so, else a file, else a definition; null where there is none. */
export async function placeByName(source: SectionSource, raw: string, name: string): Promise<Place | null> {
  const { evidence } = source.turn;
  const known = evidence.find((item) => item.id === raw || names(item.symbol, name));
  if (known) return placeOfEvidence(known);
  return (await fileOf(source, name)) ?? (await definitionOf(source, name));
}

/** The stored file that is meant: the one of that path, or the only one whose path ends in it. */
export async function fileOf({ trees }: SectionSource, wanted: string): Promise<Place | null> {
  const stored = await trees.manifest();
  if (stored.has(wanted)) return placeOfStored(wanted, stored);
  const ending = [...stored.keys()].filter((path) => endsInPath(path, wanted));
  return ending.length === 1 && ending[0] !== undefined ? placeOfStored(ending[0], stored) : null;
}

/** What is stored below a file is a document of it. */
export function placeOfStored(path: string, stored: ReadonlyMap<string, string>): Place {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    if (stored.has(path.slice(0, at))) return { path: path.slice(0, at), document: path.slice(at + 1) };
  return { path };
}

/** All chunks of the definition that bears the name, where a search by words finds one. */
async function definitionOf(source: SectionSource, name: string): Promise<Place | null> {
  const { index, ref, turn } = source;
  if (!(await index.describe(ref))?.bm25) return null;
  const filter = turn.plan?.filter;
  const [hits = []] = await index.search(ref, [
    { kind: 'bm25', text: name, k: NAMED_HITS, ...(filter ? { filter } : {}) },
  ]);
  const first = hits.find(({ chunk }) => names(chunk.symbol, name))?.chunk;
  if (!first) return null;
  const own = (await chunksOf(source, { path: first.path })).filter((chunk) => chunk.symbol === first.symbol);
  const start = Math.min(...own.map((chunk) => chunk.startLine));
  const end = Math.max(...own.map((chunk) => chunk.endLine));
  return { path: first.path, lines: { start, end } };
}

/** True where the symbol is the name, or ends in it as a whole part: `Shop.Invoice.Total` bears `Invoice.Total` and `Total`. */
function names(symbol: string | undefined, name: string): boolean {
  if (symbol === undefined || name === '') return false;
  const [one, other] = [symbol, name].map((text) => text.replace(/::|[#/]/g, '.').toLowerCase());
  return one === other || one?.endsWith(`.${other}`) === true;
}
