import type { DocumentLine } from '../document';
import type { Mark } from './mark';
import { windowMarks } from './window-marks';

/** Sections with more characters of own text are searched for headings. */
const LARGE = 20_000;
/** Divisor for the ranks of inserted marks: they rank just behind the section's own parts, in their own order. */
const WITHIN = 1_000;

/** The own text of a section: from its mark to the next one. */
interface Stretch {
  /** Null for the text before the first mark. */
  readonly mark: Mark | null;
  readonly next: Mark | undefined;
  /** Lines from 1, both included. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds marks to sections with much text of their own: an outline may stop at chapters of fifty pages. Adds headings
 * first, and windows where there are no headings.
 * @param finer the headings of the whole text; called only if they are needed
 */
export function refined(
  marks: readonly Mark[],
  finer: () => readonly Mark[],
  lines: readonly DocumentLine[],
): readonly Mark[] {
  let known: readonly Mark[] | undefined;
  const headed = inserted(marks, lines, ({ from, to }) => {
    if (!isLarge(lines, from, to)) return [];
    known ??= finer();
    // Skips the heading of the section itself.
    return known.filter(({ line }) => line > from + 1 && line <= to);
  });
  return inserted(headed, lines, ({ from, to }) => windowMarks(lines, from, to));
}

function inserted(
  marks: readonly Mark[],
  lines: readonly DocumentLine[],
  within: (stretch: Stretch) => readonly Mark[],
): readonly Mark[] {
  const first = { mark: null, next: marks[0], from: 1, to: (marks[0]?.line ?? lines.length + 1) - 1 };
  const stretches: Stretch[] = marks.map((mark, i) => {
    const next = marks[i + 1];
    return { mark, next, from: mark.line, to: (next?.line ?? lines.length + 1) - 1 };
  });
  return [first, ...stretches].flatMap((stretch) => {
    const { mark, next } = stretch;
    // Parts that follow must not become children of the inserted marks.
    const base = next && next.rank > (mark?.rank ?? -Infinity) ? next.rank : (mark?.rank ?? 0);
    const more = within(stretch)
      .filter(({ line }) => line !== mark?.line)
      .map((one) => ({ ...one, rank: base + one.rank / WITHIN }));
    return mark ? [mark, ...more] : more;
  });
}

function isLarge(lines: readonly DocumentLine[], from: number, to: number): boolean {
  let characters = 0;
  for (let i = from - 1; i < to && characters <= LARGE; i++) characters += (lines[i]?.text.length ?? 0) + 1;
  return characters > LARGE;
}
