import type { Chunk, LineLayout } from '@quarry/search-index';
import type { Box, PagePlace, Section } from '@quarry/turn';

/** What chunks know of where their lines stand, by line. */
export function layoutByLine(chunks: readonly Chunk[]): ReadonlyMap<number, LineLayout> {
  return new Map(
    chunks.flatMap(({ startLine, layout = [] }) =>
      layout.map((line, at): [number, LineLayout] => [startLine + at, line]),
    ),
  );
}

/** The pages that lines stand on, in order, each with the box around those of its lines that have one. */
export function placesOf(layout: readonly LineLayout[]): readonly PagePlace[] {
  const boxes = new Map<number, Box | null>();
  for (const { page, box } of layout)
    if (page !== undefined) boxes.set(page, around(boxes.get(page) ?? null, box ?? null));
  return [...boxes].map(([page, box]) => ({ page, box })).toSorted((a, b) => a.page - b.page);
}

/** First and last line of the file that lines of its text come from; undefined where that is not known. */
export function sourceLinesOf(
  layout: readonly LineLayout[],
): readonly [first: number, last: number] | undefined {
  const lines = layout.flatMap(({ source }) => (source === undefined ? [] : [source]));
  return lines.length === 0 ? undefined : [Math.min(...lines), Math.max(...lines)];
}

/** The innermost section of a tree in which a place stands: a line, or, in a document of a file with several, a character. */
export function sectionAt(
  tree: readonly Section[],
  place: { readonly line: number } | { readonly at: number },
): Section | undefined {
  return tree.findLast(({ startLine, endLine, from = 0, to = Infinity }) =>
    'line' in place ? startLine <= place.line && place.line <= endLine : from <= place.at && place.at < to,
  );
}

function around(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
