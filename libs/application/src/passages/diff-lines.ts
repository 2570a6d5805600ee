/** A line of a difference: of both texts, only of the old one, or only of the new one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Lines of one text that are compared; what is beyond them is compared as a block. */
const MOST_LINES = 2_000;

/**
 * What must be removed from the old lines and added to get the new ones, with the longest common subsequence kept.
 * White space at the end of a line does not count. Beyond 2,000 lines, the rest is removed and added as a whole.
 *
 * @example
 * diffLines(['a', 'b'], ['a', 'c']); // same a, removed b, added c
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const old = before.slice(0, MOST_LINES);
  const now = after.slice(0, MOST_LINES);
  const lengths = commonLengths(old, now);
  const width = now.length + 1;
  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && is !== undefined && isSame(was, is)) {
      found.push({ kind: 'same', text: is });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || longer(lengths, width, i, j))) {
      found.push({ kind: 'removed', text: was });
      i += 1;
    } else {
      found.push({ kind: 'added', text: is ?? '' });
      j += 1;
    }
  }
  return [
    ...found,
    ...before.slice(MOST_LINES).map((text): DiffLine => ({ kind: 'removed', text })),
    ...after.slice(MOST_LINES).map((text): DiffLine => ({ kind: 'added', text })),
  ];
}

/** Whether two lines are the same apart from white space at their end. */
export function isSame(a: string, b: string): boolean {
  return a === b || a.trimEnd() === b.trimEnd();
}

/** Whether leaving out the old line loses no common line. */
function longer(lengths: Uint16Array, width: number, i: number, j: number): boolean {
  return (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0);
}

/** For each pair of places, how many lines the rests of both texts have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = isSame(old[i] ?? '', now[j] ?? '')
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}
