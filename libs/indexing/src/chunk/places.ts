import type { LineLayout } from '@quarry/search-index';
import type { Box, PagePlace } from '@quarry/turn';

/** The pages that lines stand on, in order, each with the box around those of its lines that have one. */
export function pagesOf(layout: readonly LineLayout[]): PagePlace[] {
  const boxes = new Map<number, Box | null>();
  for (const { page, box } of layout)
    if (page !== undefined) boxes.set(page, around(boxes.get(page) ?? null, box ?? null));
  return [...boxes].map(([page, box]) => ({ page, box })).sort((a, b) => a.page - b.page);
}

/** First and last line of the file that lines of its text come from; undefined where that is not known. */
export function sourceLinesOf(
  layout: readonly LineLayout[],
): readonly [first: number, last: number] | undefined {
  const lines = layout.flatMap(({ source }) => (source === undefined ? [] : [source]));
  return lines.length === 0 ? undefined : [Math.min(...lines), Math.max(...lines)];
}

function around(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
