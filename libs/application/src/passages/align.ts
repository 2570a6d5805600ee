import { isSame } from './diff-lines';

/** Where lines are in a text, from 0, both included, and how many of them it has. */
export interface Aligned {
  readonly first: number;
  readonly last: number;
  /** Share of the lines that say something and are there, 0 to 1. */
  readonly share: number;
}

/** Letters or digits that make a line say something: a bracket or `else` alone is in every file. */
const SAYS = /[\p{L}\p{N}][^\n]{3,}/u;

/** The places where all lines stand one after the other, the nearest to `near` first. */
export function placesOf(lines: readonly string[], text: readonly string[], near: number): readonly number[] {
  const [head = ''] = lines;
  const found: number[] = [];
  for (let at = 0; at + lines.length <= text.length; at++)
    if (isSame(head, text[at] ?? '') && lines.every((line, i) => isSame(line, text[at + i] ?? '')))
      found.push(at);
  return found.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
}

/**
 * The part of a text that has most of the lines, in any order: as long as they are, extended to lines of theirs that
 * follow or precede it closely. Null if none of its lines says what one of them says.
 */
export function bestWindow(lines: readonly string[], text: readonly string[]): Aligned | null {
  const wanted = new Set(lines.map((line) => line.trim()).filter((line) => SAYS.test(line)));
  if (wanted.size === 0) return null;
  const hits = text.map((line) => (wanted.has(line.trim()) ? line.trim() : null));
  const size = Math.min(text.length, Math.max(1, lines.length));
  let best = { at: 0, count: 0 };
  const inside = new Map<string, number>();
  for (let end = 0; end < text.length; end++) {
    const entered = hits[end] ?? null;
    if (entered !== null) inside.set(entered, (inside.get(entered) ?? 0) + 1);
    const left = end >= size ? (hits[end - size] ?? null) : null;
    if (left !== null) {
      const rest = (inside.get(left) ?? 0) - 1;
      if (rest > 0) inside.set(left, rest);
      else inside.delete(left);
    }
    if (inside.size > best.count) best = { at: Math.max(0, end - size + 1), count: inside.size };
  }
  if (best.count === 0) return null;
  return extended(best.at, size, hits, wanted);
}

/** Lines that were inserted push the others apart: half as many again are looked at on each side. */
function extended(
  at: number,
  size: number,
  hits: readonly (string | null)[],
  wanted: ReadonlySet<string>,
): Aligned {
  const reach = Math.ceil(size / 2);
  const from = Math.max(0, at - reach);
  const to = Math.min(hits.length - 1, at + size - 1 + reach);
  const near = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((i) => hits[i] !== null);
  const found = new Set(near.map((i) => hits[i]));
  return { first: near[0] ?? at, last: near.at(-1) ?? at, share: found.size / wanted.size };
}
