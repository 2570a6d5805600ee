import type { Fragment } from './fragment';

/** Deduplicates text that is printed twice at the same position to look bold or cast a shadow. */
export function once(fragments: readonly Fragment[]): Fragment[] {
  const seen = new Map<string, Fragment[]>();
  return fragments.filter((one) => {
    const same = seen.get(one.text);
    if (same?.some((other) => isNear(one, other))) return false;
    if (same) same.push(one);
    else seen.set(one.text, [one]);
    return true;
  });
}

function isNear(a: Fragment, b: Fragment): boolean {
  const far = 0.2 * Math.min(a.size, b.size);
  return Math.abs(a.x0 - b.x0) < far && Math.abs(a.baseline - b.baseline) < far;
}
