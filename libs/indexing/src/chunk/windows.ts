import { countTokens } from '@quarry/turn';
import type { LineRange, Lines } from './lines';

export interface WindowSize {
  /** Maximum number of tokens of a window, unless a single line has more. */
  readonly tokens: number;
  /** Number of tokens that a window repeats of the previous one, in whole lines. */
  readonly overlap: number;
}

/** Cuts a range into windows of whole lines. Together they cover it; each begins after the previous one. */
export function windowsOf(lines: Lines, range: LineRange, size: WindowSize): LineRange[] {
  const windows: LineRange[] = [];
  let start = range.start;
  while (start <= range.end) {
    let end = start;
    while (end < range.end && lines.tokens({ start, end: end + 1 }) <= size.tokens) end++;
    windows.push({ start, end });
    if (end === range.end) break;
    let next = end + 1;
    while (next - 1 > start && lines.tokens({ start: next - 1, end }) <= size.overlap) next--;
    start = next;
  }
  return windows;
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
