import { defined, type Box, type PagePlace } from '@quarry/turn';
import type { LineLayout } from './port';

/**
 * The pages that the lines are on, in order, each with the box around those of its lines that have one.
 * @param firstLine number of the first line, if each page should include the number of its first line
 */
export function pagesOf(layout: readonly LineLayout[], firstLine?: number): PagePlace[] {
  const places = new Map<number, PagePlace>();
  layout.forEach(({ page, box = null }, at) => {
    if (page === undefined) return;
    const known = places.get(page);
    const line = known?.line ?? (firstLine === undefined ? undefined : firstLine + at);
    places.set(page, {
      page,
      box: around(known?.box ?? null, box),
      ...defined({ line }),
    });
  });
  return [...places.values()].sort((a, b) => a.page - b.page);
}

/** First and last line of the file that lines of its text come from; undefined if unknown. */
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
