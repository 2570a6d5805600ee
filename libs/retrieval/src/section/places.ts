import type { Chunk, LineLayout } from '@quarry/search-index';
import type { Section } from '@quarry/turn';

/** What chunks know of where their lines stand, by line. */
export function layoutByLine(chunks: readonly Chunk[]): ReadonlyMap<number, LineLayout> {
  return new Map(
    chunks.flatMap(({ startLine, layout = [] }) =>
      layout.map((line, at): [number, LineLayout] => [startLine + at, line]),
    ),
  );
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
