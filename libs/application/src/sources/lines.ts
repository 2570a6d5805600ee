/** Lines of a source, from `first` on. */
export interface Lines {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Lines of the whole; null where that is not known. */
  readonly total: number | null;
}

/** Longer lines are cut: minified files have lines of megabytes. */
const MAX_LINE = 2_000;

/** The lines from `from` to `to`, as far as there are any, each at most 2,000 characters long. */
export function cutLines(text: string, from: number, to: number): Lines {
  const all = text.split(/\r\n|\r|\n/);
  if (all.length > 1 && all.at(-1) === '') all.pop();
  const first = Math.max(1, Math.min(from, all.length));
  return { first, lines: all.slice(first - 1, to).map(shortened), total: all.length };
}

/** A line in full, or its beginning with a sign that there is more. */
export function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)} …`;
}
