import { nearestNames } from '@quarry/pipeline';
import type { Chunk, SearchIndex } from '@quarry/search-index';
import { endsInPath, passesFilter, type SnapshotRef, type Turn } from '@quarry/turn';
import { linesOf, type Stretch } from './page';
import { readSectionId } from './section-id';
import { linesIn, wholeText, type WholeText } from './whole-text';

/** A section that is there, or why it is not. */
export type SectionFound =
  | { readonly kind: 'section'; readonly whole: WholeText; readonly stretch: Stretch }
  | { readonly kind: 'missing'; readonly why: string };

/** Where a section is sought. */
export interface SectionSource {
  readonly index: SearchIndex;
  readonly ref: SnapshotRef;
  readonly turn: Turn;
}

/** Chunks of one file that are read, at most: about two million tokens of text. */
const MOST_CHUNKS = 5_000;
/** Hits among which the definition of a name is sought. */
const NAMED_HITS = 20;
/** Ids that a note suggests, at most. */
const SUGGESTED = 5;

interface Place {
  readonly path: string;
  readonly document?: string;
  readonly lines?: { readonly start: number; readonly end: number };
}

interface Missing {
  readonly why: string;
}

/** Finds what an id stands for: evidence by its number, lines of a file, a file, a document, or a definition by its name. */
export async function findSection(source: SectionSource, id: string): Promise<SectionFound> {
  const place = await placeOf(source, id);
  if ('why' in place) return { kind: 'missing', why: place.why };
  const chunks = await chunksOf(source, place);
  const others = chunks.find((chunk) => chunk.document !== chunks[0]?.document);
  if (others)
    return { kind: 'missing', why: `${place.path} holds many documents; one of them has id ${others.id}` };
  const whole = wholeText(chunks);
  if (!whole || !passesFilter(source.turn.plan?.filter, whole.chunks[0]))
    return { kind: 'missing', why: await unknown(source, id) };
  const { lines } = place;
  const all = { from: 0, to: whole.text.length };
  const stretch = lines && whole.byLines ? linesOf(whole, lines.start, lines.end) : all;
  if (stretch) return { kind: 'section', whole, stretch };
  return {
    kind: 'missing',
    why: `${place.path} has ${linesIn(whole.text)} lines, none from ${lines?.start} to ${lines?.end}`,
  };
}

async function placeOf(source: SectionSource, raw: string): Promise<Place | Missing> {
  const id = readSectionId(raw);
  const { evidence } = source.turn;
  switch (id.kind) {
    case 'evidence': {
      const item = evidence.find(({ n }) => n === id.n);
      if (item) return placeOfEvidence(item);
      const numbers = evidence.length === 0 ? 'there is none yet' : `numbers go from 1 to ${evidence.length}`;
      return { why: `there is no evidence [${id.n}]; ${numbers}` };
    }
    case 'document': {
      const { path, document } = id;
      const there = (await chunksOf(source, { path, document })).length > 0;
      return there ? { path, document } : byName(source, raw, raw);
    }
    case 'lines': {
      const file = await fileOf(source, id.path);
      return file ? { ...file, lines: id } : { why: await unknown(source, id.path) };
    }
    case 'name':
      return byName(source, raw, id.name);
  }
}

/** Evidence that is called so, else a file, else a definition. */
async function byName(source: SectionSource, raw: string, name: string): Promise<Place | Missing> {
  const { evidence } = source.turn;
  const known = evidence.find((item) => item.id === raw || names(item.symbol, name));
  if (known) return placeOfEvidence(known);
  return (
    (await fileOf(source, name)) ?? (await definitionOf(source, name)) ?? { why: await unknown(source, name) }
  );
}

function placeOfEvidence(item: Turn['evidence'][number]): Place {
  const { path, document, startLine: start, endLine: end } = item;
  return document === undefined ? { path, lines: { start, end } } : { path, document };
}

/** The stored file that is meant: the one of that path, or the only one whose path ends in it. */
async function fileOf({ index, ref }: SectionSource, wanted: string): Promise<Place | null> {
  const stored = await index.manifest(ref);
  if (stored.has(wanted)) return placeOfStored(wanted, stored);
  const ending = [...stored.keys()].filter((path) => endsInPath(path, wanted));
  return ending.length === 1 && ending[0] !== undefined ? placeOfStored(ending[0], stored) : null;
}

/** What is stored below a file is a document of it. */
function placeOfStored(path: string, stored: ReadonlyMap<string, string>): Place {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    if (stored.has(path.slice(0, at))) return { path: path.slice(0, at), document: path.slice(at + 1) };
  return { path };
}

async function chunksOf({ index, ref }: SectionSource, place: Place): Promise<readonly Chunk[]> {
  const { path, document } = place;
  const [hits = []] = await index.search(ref, [
    { kind: 'path', path, k: MOST_CHUNKS, ...(document === undefined ? {} : { document }) },
  ]);
  return hits.map((hit) => hit.chunk);
}

/** All chunks of the definition that bears the name, where a search by words finds one. */
async function definitionOf({ index, ref, turn }: SectionSource, name: string): Promise<Place | null> {
  if (!(await index.describe(ref))?.bm25) return null;
  const filter = turn.plan?.filter;
  const [hits = []] = await index.search(ref, [
    { kind: 'bm25', text: name, k: NAMED_HITS, ...(filter ? { filter } : {}) },
  ]);
  const first = hits.find(({ chunk }) => names(chunk.symbol, name))?.chunk;
  if (!first) return null;
  const own = (await chunksOf({ index, ref, turn }, { path: first.path })).filter(
    (chunk) => chunk.symbol === first.symbol,
  );
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

/** Why there is nothing, with the ids that are nearest: paths of the index, and what the evidence is called. */
async function unknown({ index, ref, turn }: SectionSource, id: string): Promise<string> {
  const stored = await index.manifest(ref);
  const paths = [...stored.keys()].map((path) => idOf(placeOfStored(path, stored)));
  const shown = turn.evidence.flatMap(({ id: own, symbol }) => [
    own,
    ...(symbol === undefined ? [] : [symbol]),
  ]);
  const bare = id.replace(/(?:#L|:)\d.*$/, '');
  const near = nearestNames(bare, [...paths, ...shown], SUGGESTED);
  const hint =
    near.length > 0 ? `; the nearest ids are: ${near.join(', ')}` : '; search finds passages in words';
  return `there is no section '${id}'${hint}`;
}

function idOf({ path, document }: Place): string {
  return document === undefined ? path : `${path}#${document}`;
}
