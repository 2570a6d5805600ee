import { countTokens } from '@quarry/turn';
import type { LineRange, Lines } from './lines';

export interface WindowSize {
  /** Maximum number of tokens of a window, unless a single line has more. */
  readonly tokens: number;
  /** Number of tokens that a window repeats of the previous one, in whole lines. */
  readonly overlap: number;
}

/** Fewer tokens before a table say too little to be found alone. */
const FEW = 64;

/** A table that windows respect: see `tablesOf`. */
export interface WindowTable {
  readonly from: number;
  readonly start: number;
  readonly headEnd: number;
  readonly end: number;
  /** Tokens of its caption and head, which each window that begins in its rows has in addition. */
  readonly headTokens: number;
}

/**
 * Cuts a range into windows of whole lines. Together they cover it; each begins after the previous one. A table that
 * does not fit into a window begins one of its own, with its caption; its rows are not repeated in the next window.
 * @param tables in order
 */
export function windowsOf(
  lines: Lines,
  range: LineRange,
  size: WindowSize,
  tables: readonly WindowTable[] = [],
): LineRange[] {
  const windows: LineRange[] = [];
  let start = range.start;
  let at = 0;
  while (start <= range.end) {
    while (tables[at] && (tables[at]?.end ?? 0) < start) at++;
    const open = tables[at];
    const repeated = open && open.headEnd < start ? Math.min(open.headTokens, size.tokens / 2) : 0;
    let end = start;
    while (end < range.end && lines.tokens({ start, end: end + 1 }) <= size.tokens - repeated) end++;
    const cut = end < range.end ? cutTable(tables, at, end) : undefined;
    // A few lines before a table are its introduction.
    if (cut && cut.from > start && lines.tokens({ start, end: cut.from - 1 }) >= FEW) end = cut.from - 1;
    windows.push({ start, end });
    if (end === range.end) break;
    let next = end + 1;
    // A window that begins with a table or its rows repeats nothing.
    const last = cut ? end : lastRowBefore(tables, at, end);
    while (next - 1 > Math.max(start, last) && lines.tokens({ start: next - 1, end }) <= size.overlap) next--;
    start = next;
  }
  return windows;
}

/** The table whose rows or caption are on both sides of the end of a line. */
function cutTable(tables: readonly WindowTable[], at: number, line: number): WindowTable | undefined {
  for (let i = at; (tables[i]?.from ?? Infinity) <= line; i++) {
    const table = tables[i];
    if (table && line < table.end) return table;
  }
  return undefined;
}

/** The last row at or before a line: what a window repeats of the former one begins after it. */
function lastRowBefore(tables: readonly WindowTable[], at: number, line: number): number {
  let last = 0;
  for (let i = at; (tables[i]?.start ?? Infinity) <= line; i++) last = tables[i]?.end ?? last;
  return last;
}

/**
 * Cuts one overlong line into pieces of at most `size.tokens`, each repeating about `size.overlap` of the previous one.
 * A line that fits is one piece.
 */
export function piecesOf(line: string, size: WindowSize): string[] {
  const pieces: string[] = [];
  let start = 0;
  // A token has about four characters. If it has fewer, the piece shrinks until it fits, and the next one starts near
  // that length.
  let length = size.tokens * 4;
  while (start < line.length) {
    length = Math.min(size.tokens * 4, Math.ceil(length * 1.2));
    while (length > 1 && countTokens(line.slice(start, start + length)) > size.tokens) {
      length = Math.floor(length * 0.8);
    }
    const end = afterPair(line, start + length);
    pieces.push(line.slice(start, end));
    if (end >= line.length) break;
    const overlap = Math.floor((length * size.overlap) / size.tokens);
    start = Math.max(start + 1, afterPair(line, end - overlap));
  }
  return pieces;
}

/** The position itself, or the next one if it would split a surrogate pair. */
function afterPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
