/** A range of characters, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands for a character of code in a masked text: no letter, no bracket, no blank. */
const MASK = '\ufffc';

/** Before a fence may stand blanks, quote signs and list marks. */
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:(`{3,})[^`\n]*|(~{3,}).*)$/;

/** Code in back-ticks: a run of back-ticks up to the next run of the same length. A back-tick behind a backslash begins none. */
export function codeSpans(text: string): readonly Span[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => {
    const skipped = isEscaped(text, index) ? 1 : 0;
    return { length: run.length, end: index + run.length, opensAt: index + skipped };
  });
  const next = new Map<number, number>();
  const partner = runs.map(() => -1);
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i];
    if (!run) continue;
    partner[i] = next.get(run.end - run.opensAt) ?? -1;
    next.set(run.length, i);
  }
  const spans: Span[] = [];
  for (let i = 0; i < runs.length; i++) {
    const [open, close] = [runs[i], runs[partner[i] ?? -1]];
    if (!open || !close) continue;
    spans.push({ start: open.opensAt, end: close.end });
    i = partner[i] ?? i;
  }
  return spans;
}

/** The text with a change made to what stands between its code in back-ticks. */
export function outsideCode(text: string, change: (part: string) => string): string {
  let done = '';
  let from = 0;
  for (const { start, end } of codeSpans(text)) {
    done += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return done + change(text.slice(from));
}

/** True where an odd number of backslashes stands before a character. */
export function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charAt(from - 1) === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

/** A text of the same length and with the same line breaks, in which no character of code (fences, code spans of one line) can be read. */
export function maskCode(markdown: string): string {
  let fence: string | null = null;
  let quoted = false;
  const lines = markdown.split('\n').map((line) => {
    const [, ticks, tildes] = FENCE.exec(line) ?? [];
    const mark = ticks ?? tildes;
    const inQuote = /^\s*>/.test(line);
    // With a quotation ends what was not closed in it.
    if (quoted && !inQuote) fence = null;
    if (fence === null) {
      fence = mark ?? null;
      quoted = fence !== null && inQuote;
      return fence === null ? maskSpans(line) : MASK.repeat(line.length);
    }
    if (mark?.startsWith(fence) && line.replace(/^[\s>]+/, '').trimEnd() === mark) fence = null;
    return MASK.repeat(line.length);
  });
  return lines.join('\n');
}

function maskSpans(line: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of codeSpans(line)) {
    pieces.push(line.slice(at, start), MASK.repeat(end - start));
    at = end;
  }
  return pieces.length === 0 ? line : [...pieces, line.slice(at)].join('');
}
