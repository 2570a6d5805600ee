import { countTokens } from '@quarry/turn';
import type { WindowSize } from './windows';

/** A stretch of a text, in UTF-16 offsets, the end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** White space and the text after it, up to the end of a sentence in scripts without spaces. Long words are split. */
const UNIT = /\s*(?:[^\s。！？]{0,23}[。！？]|\S{1,24})/gu;

/** Share of a window, at its end, in which the end of a paragraph or sentence is searched for. */
const SEARCHED = 0.3;

/** Cumulative tokens of the units: hardly ever fewer than those of the whole text. */
interface Units {
  readonly start: number;
  readonly ends: readonly number[];
  /** Tokens up to and including each unit. */
  readonly sums: readonly number[];
}

/**
 * Cuts prose by tokens (004, "Chunking Strategy"). Every window has at most `size.tokens` and ends at the end of a
 * paragraph or sentence if there is one near its end. The next window repeats up to `size.overlap` tokens of it. Each
 * begins and ends with a visible character; together they contain every visible character.
 */
export function textWindows(text: string, range: Stretch, size: WindowSize): Stretch[] {
  const whole = trimmed(text, range);
  if (whole.start >= whole.end) return [];
  // A UTF-16 unit has at most three tokens. Most texts are short, so that one count suffices.
  const length = whole.end - whole.start;
  if (length * 3 <= size.tokens || (length < size.tokens * 16 && tokensIn(text, whole) <= size.tokens))
    return [whole];
  const units = unitsOf(text, whole);
  const windows: Stretch[] = [];
  for (let first = 0; first < units.ends.length;) {
    const last = lastUnit(text, units, first, size.tokens);
    windows.push(trimmed(text, { start: beginOf(units, first), end: units.ends[last] ?? whole.end }));
    if (last === units.ends.length - 1) break;
    const from = (units.sums[last] ?? 0) - size.overlap;
    let next = last + 1;
    while (next - 1 > first && (units.sums[next - 2] ?? 0) >= from) next--;
    first = next;
  }
  return windows;
}

function unitsOf(text: string, { start, end }: Stretch): Units {
  const ends: number[] = [];
  const sums: number[] = [];
  let sum = 0;
  let at = start;
  for (const [unit] of text.slice(start, end).matchAll(UNIT)) {
    at += unit.length;
    sum += countTokens(unit);
    ends.push(at);
    sums.push(sum);
  }
  return { start, ends, sums };
}

/**
 * The last unit of a window that begins with `first`: the last one that fits, or one before it that ends a paragraph or
 * sentence.
 */
function lastUnit(text: string, units: Units, first: number, tokens: number): number {
  const { ends, sums } = units;
  const before = first === 0 ? 0 : (sums[first - 1] ?? 0);
  let last = first;
  while (last + 1 < ends.length && (sums[last + 1] ?? 0) - before <= tokens) last++;
  const from = beginOf(units, first);
  while (last > first && tokensIn(text, trimmed(text, { start: from, end: ends[last] ?? from })) > tokens)
    last--;
  if (last === ends.length - 1) return last;
  let sentence = -1;
  for (let unit = last; unit > first && (sums[unit] ?? 0) - before > tokens * (1 - SEARCHED); unit--) {
    const end = ends[unit] ?? 0;
    if (/^\s*\n\s*\n/.test(text.slice(end, end + 80))) return unit;
    if (sentence < 0 && endsSentence(text, end)) sentence = unit;
  }
  return sentence < 0 ? last : sentence;
}

function beginOf({ start, ends }: Units, unit: number): number {
  return unit === 0 ? start : (ends[unit - 1] ?? start);
}

function endsSentence(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - 2), end);
  return (
    /[。！？]$/.test(before) || (/[.!?]["'”’)\]]?$/.test(before) && /^\s/.test(text.slice(end, end + 1)))
  );
}

function tokensIn(text: string, { start, end }: Stretch): number {
  return countTokens(text.slice(start, end));
}

/** Without white space at its ends. */
function trimmed(text: string, { start, end }: Stretch): Stretch {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  return { start: Math.min(from, end), end: from >= end ? from : start + part.trimEnd().length };
}
