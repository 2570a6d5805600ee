import type { LoadedDocument } from '@quarry/documents';
import { pagesOf, rangeOf, sourceLinesOf, type Chunk, type LineLayout } from '@quarry/search-index';
import { defined, type Section } from '@quarry/turn';
import { sha256 } from '../source/decode';
import { embeddedText } from './chunk-file';
import { Lines, type LineRange } from './lines';
import { partRanges, type PartRange } from './part-ranges';
import { sectionRanges } from './section-ranges';
import { sectionsBelow } from './sections-below';
import { TableContext } from './table-context';
import { textWindows } from './text-windows';
import { titleOf } from './title';
import { windowsOf, type WindowSize } from './windows';

/** A row of up to this many windows is one chunk; a longer one is a text in a cell. */
const LONG_ROW = 4;
/** A section with fewer tokens says too little to be found alone: a heading, a caption, a line of a form. */
const TINY = 64;

export interface LoadedSource {
  readonly path: string;
  readonly document: LoadedDocument;
  /** Its section tree, the root first. */
  readonly sections: readonly Section[];
  readonly window: WindowSize;
  /** Commit that contains exactly this file at this path. */
  readonly commit?: string;
  readonly url?: string;
}

type Source = LoadedSource & { readonly context: TableContext };

/** Lines that are cut together, with the section in which they begin. */
interface Piece extends LineRange {
  readonly section: Section;
}

/**
 * Cuts the extracted text of a file into chunks of whole lines. No chunk crosses the border of a section, but tiny
 * sections are joined with their neighbours under the same parent, and a heading with its first subsection. No chunk
 * crosses the border of a slide, a chapter or an attachment. A line longer than a window is itself cut, at the end of a
 * sentence if possible; its further parts have ids `…~2`. No chunk cuts a row of a table; one that begins with rows
 * carries the caption and head above them.
 */
export function chunkLoaded(loaded: LoadedSource): Chunk[] {
  const lines = new Lines(loaded.document.lines.map(({ text }) => text).join('\n'));
  const source: Source = { ...loaded, context: new TableContext(loaded.document.lines) };
  const ranges = partRanges(sectionRanges(source.sections, lines.count), source.document);
  return joinTiny(ranges, lines, source.window)
    .flatMap(({ section, ...piece }) =>
      windowsOf(lines, piece, source.window, source.context.tables).map((range) => ({ ...range, section })),
    )
    .filter((piece) => !lines.isEmpty(piece))
    .flatMap((piece) => chunksOf(source, piece, lines.text(piece)));
}

function joinTiny(ranges: readonly PartRange[], lines: Lines, { tokens }: WindowSize): Piece[] {
  const pieces: Piece[] = [];
  let last: Section | null = null;
  for (const [i, { section, part, ...range }] of ranges.entries()) {
    const before = pieces.at(-1);
    const size = lines.tokens(range);
    // Text before the first subsection is its heading and joins it.
    const leads = size < TINY && ranges[i + 1]?.section.parent === section.id;
    const joins =
      before &&
      last &&
      part === ranges[i - 1]?.part &&
      (section.parent === last.id || (section.parent === last.parent && !leads)) &&
      (size < TINY || lines.tokens(before) < TINY) &&
      lines.tokens(before) + size <= tokens;
    if (joins) pieces[pieces.length - 1] = { ...before, end: range.end };
    else pieces.push({ ...range, section });
    last = section;
  }
  return pieces;
}

/** One chunk, or several if a single line is longer than a window. */
function chunksOf(source: Source, piece: Piece, text: string): Chunk[] {
  const layout = source.context.layoutOf(piece.start, piece.end);
  const isRow = piece.start === piece.end && source.document.lines[piece.start - 1]?.kind === 'row';
  const { tokens, overlap } = source.window;
  const size = isRow ? { tokens: tokens * LONG_ROW, overlap } : source.window;
  const parts = piece.start === piece.end ? textWindows(text, { start: 0, end: text.length }, size) : [];
  // The cells of a row are positions in the whole line.
  const uncut = parts.length <= 1;
  const plain = `${source.path}#L${piece.start}-L${piece.end}`;
  if (uncut) return [toChunk(source, piece, text, layout, plain)];
  const cut = layout.map(({ cells, ...place }) => place);
  return parts.map(({ start, end }, i) =>
    toChunk(source, piece, text.slice(start, end), cut, i === 0 ? plain : `${plain}~${i + 1}`),
  );
}

function toChunk(
  { path, document, sections, commit, url, context }: Source,
  { start, end, section }: Piece,
  text: string,
  layout: readonly LineLayout[],
  id: string,
): Chunk {
  const title = titleOf(...section.titles);
  const pages = pagesOf(layout, start);
  const sourceLines = sourceLinesOf(layout);
  const own = { path, text, ...defined({ title, tableHead: context.headAt(start) }) };
  const address = url === undefined ? undefined : addressAt(url, document, start);
  return {
    ...own,
    id,
    startLine: start,
    endLine: end,
    language: 'text',
    kind: 'window',
    format: document.format,
    section: section.id,
    ...defined({ sections: sectionsBelow(sections, start, end) }),
    ...defined({ sourceLines, range: rangeOf(layout) }),
    ...(pages.length === 0 ? {} : { pages }),
    ...(layout.some((place) => Object.keys(place).length > 0) ? { layout } : {}),
    ...defined({ commit, url: address }),
    contentHash: sha256(embeddedText(own)),
  };
}

/** The address of a line of a web page: that of the last heading before it, if it has a fragment. */
function addressAt(url: string, { lines }: LoadedDocument, line: number): string {
  if (url.includes('#')) return url;
  const anchor = lines
    .slice(0, line)
    .findLast((each) => each.kind === 'heading' && each.anchor !== undefined)?.anchor;
  return anchor === undefined ? url : `${url}#${encodeURIComponent(anchor)}`;
}
