import type { Box } from '@quarry/turn';
import type { PageSize, Quarter } from './fragment';

/** Converts a point of the page to a frame in which text of this quarter is upright. */
export function turnUpright(quarter: Quarter, x: number, y: number, page: PageSize): [x: number, y: number] {
  if (quarter === 1) return [y, page.width - x];
  if (quarter === 2) return [page.width - x, page.height - y];
  if (quarter === 3) return [page.height - y, x];
  return [x, y];
}

/** Converts a box of the page to that frame. */
export function boxUpright(quarter: Quarter, [x0, y0, x1, y1]: Box, page: PageSize): Box {
  const [a, b] = turnUpright(quarter, x0, y0, page);
  const [c, d] = turnUpright(quarter, x1, y1, page);
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** Converts a box of that frame back to the page. */
export function turnBack(quarter: Quarter, [x0, y0, x1, y1]: Box, page: PageSize): Box {
  if (quarter === 1) return [page.width - y1, x0, page.width - y0, x1];
  if (quarter === 2) return [page.width - x1, page.height - y1, page.width - x0, page.height - y0];
  if (quarter === 3) return [y0, page.height - x1, y1, page.height - x0];
  return [x0, y0, x1, y1];
}
