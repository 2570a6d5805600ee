import type { Fragment } from './fragment';

/** Fragments on one baseline, from left to right: a line across the page or a column. */
export interface Band {
  readonly fragments: readonly Fragment[];
  readonly top: number;
  readonly bottom: number;
  /** Size of its largest letters. */
  readonly size: number;
}

/**
 * How many lines up and down a raised or lowered fragment may be from its word: lines of other columns may be in
 * between.
 */
const NEAR = 3;

/**
 * Groups fragments by baseline, from top to bottom. A small raised or lowered fragment, such as a footnote mark, joins
 * the line that it touches.
 */
export function bandsOf(fragments: readonly Fragment[]): Band[] {
  const groups: Fragment[][] = [];
  let base = -Infinity;
  let size = 0;
  for (const one of [...fragments].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    if (one.baseline - base > 0.4 * Math.min(one.size, size)) {
      groups.push([]);
      base = one.baseline;
      size = one.size;
    } else if (one.size > size) {
      // A raised mark may come first: the line is that of its large letters.
      base = one.baseline;
      size = one.size;
    }
    groups.at(-1)?.push(one);
  }
  groups.forEach((group, i) => {
    const near = [...groups.slice(Math.max(0, i - NEAR), i), ...groups.slice(i + 1, i + 1 + NEAR)];
    const stay = group.filter((one) => {
      const home = near.find((other) => other.some((big) => touches(one, big)));
      home?.push(one);
      return !home;
    });
    groups[i] = stay;
  });
  return groups.filter((group) => group.length > 0).map(bandOf);
}

/** Whether the first fragment is a small one that adjoins the second, to its left or right. */
function touches(one: Fragment, big: Fragment): boolean {
  if (one.size > 0.85 * big.size) return false;
  const overlap = Math.min(one.bottom, big.bottom) - Math.max(one.top, big.top);
  if (overlap < 0.3 * one.size) return false;
  const gap = Math.min(Math.abs(one.x0 - big.x1), Math.abs(big.x0 - one.x1));
  return gap <= 0.35 * big.size;
}

function bandOf(fragments: readonly Fragment[]): Band {
  const sorted = [...fragments].sort((a, b) => a.x0 - b.x0);
  const size = Math.max(...sorted.map((one) => one.size));
  const full = sorted.filter((one) => one.size > 0.85 * size);
  return {
    fragments: sorted,
    top: Math.min(...full.map((one) => one.top)),
    bottom: Math.max(...full.map((one) => one.bottom)),
    size,
  };
}
