import { diffArrays } from 'diff';

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
  const parts = diffArrays(before.slice(0, MOST_LINES), after.slice(0, MOST_LINES), { comparator: isSame });
  const as = (kind: DiffLine['kind'], lines: readonly string[]): readonly DiffLine[] =>
    lines.map((text) => ({ kind, text }));
  return [
    ...parts.flatMap(({ added, removed, value }) =>
      as(added ? 'added' : removed ? 'removed' : 'same', value),
    ),
    ...as('removed', before.slice(MOST_LINES)),
    ...as('added', after.slice(MOST_LINES)),
  ];
}

/** Whether two lines are the same apart from white space at their end. */
export function isSame(a: string, b: string): boolean {
  return a === b || a.trimEnd() === b.trimEnd();
}
