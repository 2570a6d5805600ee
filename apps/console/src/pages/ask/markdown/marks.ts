/** `[1]`, `[2, 5]`: a citation, but not an index such as `rows[0]`. */
const MARK = /(?<!\w)\[(\d{1,4}(?:, ?\d{1,4})*)\]/g;

/** A text in pieces: plain text, and cited numbers. */
export function splitMarks(text: string): readonly (string | number)[] {
  const pieces: (string | number)[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    pieces.push(...(match[1] ?? '').split(',').map(Number));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}
