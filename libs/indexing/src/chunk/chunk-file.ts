import { headingsOf, sectionAt, textLines } from '@quarry/documents';
import type { GraphNode } from '@quarry/graph-store';
import type { Chunk } from '@quarry/search-index';
import { defined, type Section } from '@quarry/turn';
import { sha256 } from '../source/decode';
import type { UrlOf } from '../urls/url-registry';
import { Lines } from './lines';
import type { LineRange } from './lines';
import { regionsOf } from './regions';
import type { Region } from './regions';
import { sectionsBelow } from './sections-below';
import { TableContext } from './table-context';
import { titleOf } from './title';
import { piecesOf, windowsOf } from './windows';
import type { WindowSize, WindowTable } from './windows';

/**
 * Window size of text outside definitions in a new index, unless a run specifies another: what the embedding models of
 * this process read of a text. 004 ("Chunking Strategy") has {@link FIRST_WINDOW}; see ADR 54.
 */
export const WINDOW: WindowSize = { tokens: 256, overlap: 32 };
/** Window size of indexes of earlier versions; hashes of their files do not state it. */
export const FIRST_WINDOW: WindowSize = { tokens: 512, overlap: 64 };
/** A definition up to this size is one chunk; a larger one is cut into parts of this size. */
const DEFINITION: WindowSize = { tokens: 400, overlap: 40 };
/** Text outside definitions with fewer tokens says too little to be found alone: `GO`, one import, a single comment. */
const SLIGHT = 24;

/** Texts whose chunks have the titles of their sections; those of Markdown have the headings above them. */
const TITLED: ReadonlySet<string> = new Set(['restructuredtext', 'asciidoc']);

export interface ChunkSource {
  readonly path: string;
  /** With `\n` as line end. */
  readonly text: string;
  readonly language: string;
  /** Definitions of the file, with their keys in the graph; null for text that no extractor reads. */
  readonly facts: { readonly nodes: readonly GraphNode[] } | null;
  /** Commit that contains exactly this text at this path. */
  readonly commit?: string;
  /** Window size of text outside definitions; {@link WINDOW} by default. */
  readonly window?: WindowSize;
  /** Returns the URL at which users can read it. */
  readonly urlOf?: UrlOf;
  /** Section tree of a document, the root first. */
  readonly sections?: readonly Section[];
}

interface Sizes {
  readonly window: WindowSize;
  readonly definition: WindowSize;
  readonly tables?: readonly WindowTable[];
}

/** A line range that becomes one chunk, or several if a line is too long. */
interface Piece extends LineRange {
  readonly owner: Region | null;
}

/**
 * Cuts a file into chunks along its definitions. Every line is in at least one chunk, unless the whole file has no
 * letter or digit. `text` is exactly the lines `startLine`..`endLine`; only a line longer than a window is itself cut,
 * and its further parts have ids `…~2`.
 */
export function chunkFile(source: ChunkSource): Chunk[] {
  const lines = new Lines(source.text);
  if (lines.count === 0 || lines.isEmpty({ start: 1, end: lines.count })) return [];
  const sizes: Sizes = { window: source.window ?? WINDOW, definition: DEFINITION };
  const context =
    source.language === 'markdown' ? new TableContext(textLines(source.text, 'markdown')) : null;
  const regions = regionsOf(source.facts?.nodes ?? [], lines);
  const pieces = joinSlight(
    piecesIn({ start: 1, end: lines.count }, null, regions, lines, {
      ...sizes,
      tables: context?.tables ?? [],
    }),
    lines,
    sizes,
  );
  const headings = source.language === 'markdown' ? headingsOf(source.text) : null;
  const chunks: Chunk[] = [];
  const ids = new Map<string, number>();
  for (const piece of pieces) {
    const size = piece.owner ? sizes.definition : sizes.window;
    const text = lines.text(piece);
    const first = firstLine(piece, lines);
    const within = source.sections && sectionAt(source.sections, first);
    const section = within?.id;
    const sections = sectionsBelow(source.sections ?? [], first, piece.end);
    const named = TITLED.has(source.language) ? titleOf(...(within?.titles ?? [])) : undefined;
    const title = headings ? titleOf(headings.title, ...headings.at(first)) : named;
    const tableHead = context?.headAt(piece.start);
    const texts = piece.start === piece.end ? piecesOf(text, size) : [text];
    for (const part of texts) {
      const plain = `${source.path}#L${piece.start}-L${piece.end}`;
      const nth = (ids.get(plain) ?? 0) + 1;
      ids.set(plain, nth);
      chunks.push(
        toChunk(
          source,
          piece,
          part,
          nth === 1 ? plain : `${plain}~${nth}`,
          defined({ title, section, sections, tableHead }),
        ),
      );
    }
  }
  return chunks;
}

/**
 * The text to embed for a chunk: its path, symbol and title, the head of its table, then its text. Vectors then
 * distinguish equal lines in different places, and a question may name a file, a symbol or a title. For a document of a
 * corpus, the path is omitted, because it says nothing about the document.
 */
export function embeddedText(
  chunk: Pick<Chunk, 'path' | 'symbol' | 'title' | 'document' | 'tableHead' | 'text'>,
): string {
  const place = chunk.document === undefined ? [chunk.path, chunk.symbol, chunk.title] : [chunk.title];
  const head = place.filter((part) => part !== undefined).join(' ');
  const text = chunk.tableHead === undefined ? chunk.text : `${chunk.tableHead}\n${chunk.text}`;
  return head === '' ? text : `${head}\n${text}`;
}

/** Definitions and the text between them, in order; together they cover `range`. */
function piecesIn(
  range: LineRange,
  owner: Region | null,
  regions: readonly Region[],
  lines: Lines,
  sizes: Sizes,
): Piece[] {
  const pieces: Piece[] = [];
  const between = (start: number, end: number): void => {
    if (start > end) return;
    const size = owner ? sizes.definition : sizes.window;
    pieces.push(
      ...windowsOf(lines, { start, end }, size, sizes.tables).map((window) => ({ ...window, owner })),
    );
  };
  let free = range.start;
  for (const region of regions) {
    between(free, region.start - 1);
    if (lines.tokens(region) <= sizes.definition.tokens) pieces.push({ ...region, owner: region });
    else pieces.push(...piecesIn(region, region, region.inner, lines, sizes));
    free = region.end + 1;
  }
  between(free, range.end);
  return pieces;
}

/**
 * Joins blank lines, closing brackets and {@link SLIGHT} text to the piece before, at the very beginning to the piece
 * after.
 */
function joinSlight(pieces: readonly Piece[], lines: Lines, sizes: Sizes): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const first =
      last !== undefined && joined.length === 1 && canJoin(last, lines) && fits(last, piece, lines, sizes);
    if (last && canJoin(piece, lines) && fits(piece, last, lines, sizes)) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, piece.end) };
    } else if (first) joined[0] = { ...piece, start: last.start };
    else joined.push(piece);
  }
  return joined;
}

function canJoin(piece: Piece, lines: Lines): boolean {
  return lines.isEmpty(piece) || (piece.owner === null && lines.tokens(piece) < SLIGHT);
}

/**
 * Whether a piece has room for a small one. A piece of one overlong line is cut later; only blank lines may join it.
 */
function fits(small: Piece, into: Piece, lines: Lines, { window }: Sizes): boolean {
  return lines.isEmpty(small) || lines.tokens(into) + lines.tokens(small) <= window.tokens + SLIGHT;
}

/** The first line of a piece with a letter or digit, otherwise its last line. */
function firstLine({ start, end }: Piece, lines: Lines): number {
  let first = start;
  while (first < end && lines.isEmpty({ start: first, end: first })) first++;
  return first;
}

function toChunk(
  source: ChunkSource,
  piece: Piece,
  text: string,
  id: string,
  { section, sections, ...titles }: Pick<Chunk, 'title' | 'section' | 'sections' | 'tableHead'>,
): Chunk {
  const { owner } = piece;
  const url = source.urlOf?.({ path: source.path, line: piece.start });
  const place = {
    path: source.path,
    ...(owner ? { symbol: owner.symbol, nodeKey: owner.nodeKey } : {}),
    ...titles,
  };
  return {
    id,
    ...place,
    ...defined({ section, sections }),
    startLine: piece.start,
    endLine: piece.end,
    text,
    language: source.language,
    kind: owner ? 'definition' : 'window',
    ...defined({ commit: source.commit, url }),
    contentHash: sha256(embeddedText({ ...place, text })),
  };
}
