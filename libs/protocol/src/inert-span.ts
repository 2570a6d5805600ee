/** Longest code span; a longer one is text. Limits how much of a line waits for the end of its span. */
const MAX_SPAN = 1_000;

/**
 * A run of back-ticks: its length, and the length of the code span that it starts, or 0 if nothing on its line closes
 * it.
 */
export interface CodeSpan {
  readonly ticks: number;
  readonly length: number;
}

/** The span that starts at the beginning of `text`; `open`: undecided, more text is needed. */
export function codeSpan(text: string, complete: boolean): CodeSpan | 'open' {
  const line = /^[^\n]*/.exec(text.slice(0, MAX_SPAN))?.[0] ?? '';
  const ticks = runAt(line, 0);
  const grows = !complete && line.length === text.length && text.length < MAX_SPAN;
  for (let at = ticks; at < line.length;) {
    const run = runAt(line, at);
    if (run === ticks && !(grows && at + run === line.length)) return { ticks, length: at + run };
    at += Math.max(1, run);
  }
  return grows ? 'open' : { ticks, length: 0 };
}

function runAt(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === '`') at += 1;
  return at - from;
}
