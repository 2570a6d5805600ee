import type { LoadedDocument } from '@quarry/documents';
import { pagesOf, sourceLinesOf, type Chunk, type LineLayout } from '@quarry/search-index';
import { defined, type Section } from '@quarry/turn';
import { sha256 } from '../source/decode';
import { embeddedText } from './chunk-file';
import { Lines, type LineRange } from './lines';
import { sectionRanges, type SectionRange } from './section-ranges';
import { textWindows } from './text-windows';
import { titleOf } from './title';
import { windowsOf, type WindowSize } from './windows';

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

/** Lines that are cut together, with the section in which they begin. */
interface Piece extends LineRange {
  readonly section: Section;
}

/**
 * Cuts the extracted text of a file into chunks of whole lines. No chunk crosses the border of a section, but tiny
 * sections are joined with their neighbours under the same parent, and a heading with its first subsection. A line
 * longer than a window is itself cut, at the end of a sentence if possible; its further parts have ids `…~2`.
 */
export function chunkLoaded(source: LoadedSource): Chunk[] {
  const lines = new Lines(source.document.lines.map(({ text }) => text).join('\n'));
  return joinTiny(sectionRanges(source.sections, lines.count), lines, source.window)
    .flatMap(({ section, ...piece }) =>
      windowsOf(lines, piece, source.window).map((range) => ({ ...range, section })),
    )
    .filter((piece) => !lines.isEmpty(piece))
    .flatMap((piece) => chunksOf(source, piece, lines.text(piece)));
}

function joinTiny(ranges: readonly SectionRange[], lines: Lines, { tokens }: WindowSize): Piece[] {
  const pieces: Piece[] = [];
  let last: Section | null = null;
  for (const [i, { section, ...range }] of ranges.entries()) {
    const before = pieces.at(-1);
    const size = lines.tokens(range);
    // Text before the first subsection is its heading and joins it.
    const leads = size < TINY && ranges[i + 1]?.section.parent === section.id;
    const joins =
      before &&
      last &&
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
function chunksOf(source: LoadedSource, piece: Piece, text: string): Chunk[] {
  const layout = source.document.lines.slice(piece.start - 1, piece.end).map((line) => line.layout);
  const parts =
    piece.start === piece.end ? textWindows(text, { start: 0, end: text.length }, source.window) : [];
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
  { path, document, commit, url }: LoadedSource,
  { start, end, section }: Piece,
  text: string,
  layout: readonly LineLayout[],
  id: string,
): Chunk {
  const title = titleOf(...section.titles);
  const pages = pagesOf(layout, start);
  const sourceLines = sourceLinesOf(layout);
  const own = { path, text, ...defined({ title }) };
  return {
    ...own,
    id,
    startLine: start,
    endLine: end,
    language: 'text',
    kind: 'window',
    format: document.format,
    section: section.id,
    ...defined({ sourceLines }),
    ...(pages.length === 0 ? {} : { pages }),
    ...(layout.some((place) => Object.keys(place).length > 0) ? { layout } : {}),
    ...defined({ commit, url }),
    contentHash: sha256(embeddedText(own)),
  };
}
