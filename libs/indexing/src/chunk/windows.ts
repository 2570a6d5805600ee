import { countTokens } from '@quarry/tokens';
import type { LineRange, Lines } from './lines';

export interface WindowSize {
  /** Most tokens of a window, unless a single line has more. */
  readonly tokens: number;
  /** Tokens that a window repeats of the one before it, in whole lines. */
  readonly overlap: number;
}

/** Cuts a range into windows of whole lines. Together they cover it; each begins after the one before. */
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
 * Cuts one line that is longer than a window into pieces of at most `size.tokens`, each repeating about `size.overlap` of the former.
 * A line that fits is one piece.
 */
export function piecesOf(line: string, size: WindowSize): string[] {
  const pieces: string[] = [];
  let start = 0;
  // Tokens have about four characters; where they have fewer, the piece shrinks until it fits, and the next one begins near there.
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

/** The position itself, or one further where it would cut a surrogate pair. */
function afterPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
