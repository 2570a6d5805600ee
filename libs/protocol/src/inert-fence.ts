/** An open fence: its characters, the blanks before them, and whether it is in a quotation (`> `). */
export interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly quoted: boolean;
}

/** The meaning of a line's start. `verbatim`: number of characters to pass on unchanged. */
export interface FencedLine {
  readonly fence: Fence | null;
  readonly verbatim: number;
  /** False if Markdown readers may interpret the text differently from here on. */
  readonly sure: boolean;
}

/** Longest line that opens a fence. */
const MAX_LINE = 200;

/** The sign of a quotation. */
const QUOTED = /^> ?/;

/**
 * Reads the start of a line. A line that opens or closes a fence is passed on complete. If a line is less indented than
 * the open fence, a list that contained the fence may be over, and the fence with it: it is unclear what is code.
 * A fence in a quotation is over with it. `open`: undecided, more of the line is needed.
 */
export function lineIn(text: string, fence: Fence | null, complete: boolean): FencedLine | 'open' {
  const newline = text.indexOf('\n');
  const whole = newline >= 0 || complete || text.length > MAX_LINE;
  const line = newline < 0 ? text : text.slice(0, newline + 1);
  const quote = fence?.quoted === false ? '' : (QUOTED.exec(line)?.[0] ?? '');
  const quoted = quote !== '';
  const after = line.slice(quote.length);
  const indent = /^ */.exec(after)?.[0].length ?? 0;
  const inner = after.slice(indent);
  if (!whole && (line === '>' || /^(?:`{0,2}|`{3,}[^`]*|~{1,2}|~{3,}.*)$/.test(inner))) return 'open';
  if (fence) {
    const blank = inner.trim() === '';
    // A line without its sign ends a quotation, or continues it in the eyes of some readers.
    if (fence.quoted && !quoted) return { fence: null, verbatim: 0, sure: blank };
    if (indent < fence.indent && !blank) return { fence: null, verbatim: 0, sure: false };
    const run = /^(?:`+|~+)/.exec(inner)?.[0] ?? '';
    const closes = indent <= 3 && run.startsWith(fence.mark) && inner.slice(run.length).trim() === '';
    return { fence: closes ? null : fence, verbatim: closes ? line.length : 0, sure: true };
  }
  const mark = indent > 3 ? undefined : /^(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(inner);
  const opened = mark?.[1] ?? mark?.[2];
  if (opened === undefined) return { fence: null, verbatim: 0, sure: true };
  // Some readers treat a line with a pipe as the head of a table. A line too long to read may be a fence to others.
  if (line.includes('|') || line.length > MAX_LINE) return { fence: null, verbatim: 0, sure: false };
  return { fence: { mark: opened, indent, quoted }, verbatim: line.length, sure: true };
}
