/** Consecutive lines of a source. */
export interface Lines {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Number of lines of the whole source; null if unknown. */
  readonly total: number | null;
}

/** Longer lines are truncated: minified files have lines of several megabytes. */
const MAX_LINE = 2_000;

/** The existing lines from `from` to `to`, each truncated to 2,000 characters. */
export function cutLines(text: string, from: number, to: number): Lines {
  const all = text.split(/\r\n|\r|\n/);
  if (all.length > 1 && all.at(-1) === '') all.pop();
  const first = Math.max(1, Math.min(from, all.length));
  return { first, lines: all.slice(first - 1, to).map(shortened), total: all.length };
}

/** The whole line, or its beginning with an ellipsis. */
export function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)} …`;
}
