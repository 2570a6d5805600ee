import type { Fragment } from './fragment';
import { closesNumber, isNumeric, opensNumber } from './numeric';
import { isPartedPeriod } from './parted-periods';

/** Text of a band without a wide gap: a cell of a table, or a line of a column. */
export interface Segment {
  readonly text: string;
  /** Edges of the text; of a number, without a currency sign that is printed apart from it. */
  readonly x0: number;
  readonly x1: number;
  /** Left edge including the currency sign: the column begins there. */
  readonly from: number;
  readonly numeric: boolean;
  /** Left and right edge of the line drawn below it alone: the columns that it heads. */
  readonly span?: readonly [x0: number, x1: number];
}

/** Minimum gaps in heights of letters: between words, between a number and its neighbour, and between any two cells. */
const WORD_GAP = 0.13;
const NUMBER_GAP = 0.6;
export const CELL_GAP = 1.5;

/**
 * Splits fragments on one line into cells or words, from left to right.
 * @param widest the gap from which two words are two cells, in heights of letters
 */
export function segmentsOf(fragments: readonly Fragment[], size: number, widest = CELL_GAP): Segment[] {
  const parts: Segment[] = [];
  let last: Fragment | undefined;
  for (const one of fragments.flatMap(withoutLeaders).flatMap(withoutSign)) {
    const part = parts.at(-1);
    const gap = last ? one.x0 - last.x1 : 0;
    if (part && last && !one.parted && !isCut(part.text, one.text, gap / size, widest)) {
      const space = gap > WORD_GAP * Math.min(one.size, last.size) || last.spaced;
      parts[parts.length - 1] = joined(part, one, space && !/^\s|\s$/.test(`${one.text[0]}`) ? ' ' : '');
    } else parts.push({ text: one.text, x0: one.x0, x1: one.x1, from: one.x0, numeric: false });
    last = one;
  }
  return wholeNumbers(
    parts.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ').trim() })),
    size,
  );
}

function isCut(left: string, right: string, gap: number, widest: number): boolean {
  if (gap >= widest || isPartedPeriod(left, right, gap)) return true;
  if (NEXT_SIGN.test(right) && (isNumeric(left.trim()) || closesNumber(left.trim()))) return true;
  const beside = isNumeric(right.trim()) || opensNumber(right.trim()) || isNumeric(left.trim());
  return gap >= NUMBER_GAP && beside;
}

function joined(part: Segment, one: Fragment, space: string): Segment {
  return { ...part, text: part.text + space + one.text, x1: Math.max(part.x1, one.x1) };
}

/** Attaches `$`, `(`, `)` and `%` that are printed apart to their numbers. */
function wholeNumbers(parts: readonly Segment[], size: number): Segment[] {
  const whole: Segment[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const before = whole.at(-1);
    if (before && opensNumber(before.text) && (isNumeric(part.text) || opensNumber(part.text))) {
      const near = part.x0 - before.x1 < size;
      whole[whole.length - 1] = {
        ...part,
        text: before.text + part.text,
        x0: near ? before.x0 : part.x0,
        from: before.from,
      };
    } else if (
      before &&
      closesNumber(part.text) &&
      isNumeric(before.text) &&
      part.x0 - before.x1 < 2 * size
    ) {
      const space = /^\p{L}/u.test(part.text) ? ' ' : '';
      whole[whole.length - 1] = { ...before, text: before.text + space + part.text, x1: part.x1 };
    } else whole.push(part);
  }
  return whole.map((part) => {
    const numeric = isNumeric(part.text);
    return { ...part, numeric, text: numeric ? tight(part.text) : part.text };
  });
}

/** Removes the spaces between a number and its signs. */
function tight(text: string): string {
  return text.replace(/ (?=[)%])/g, '').replace(/(?<=[$€£¥(]) /g, '');
}

/** A currency sign that is printed before its number: behind a number, it is that of the next one. */
const NEXT_SIGN = /^[$£¥]$/;
/** `14,897 $`, `% $`: a number or its closing sign, and the currency sign of the next number. */
const SIGN_BEHIND = /\s([$£¥])$/;

/** Splits a fragment before the currency sign of the next number. */
function withoutSign<F extends Fragment>(one: F): readonly F[] {
  const sign = SIGN_BEHIND.exec(one.text)?.[1];
  const number = one.text.slice(0, -1);
  const isNumber = /^[)%\s]+$/.test(number) || (/\d/.test(number) && isNumeric(number.trim()));
  if (sign === undefined || !isNumber) return [one];
  const at = one.x0 + ((one.x1 - one.x0) * number.length) / one.text.length;
  const end = at - (at - one.x0) / number.length;
  return [
    { ...one, text: number.trim(), x1: end },
    { ...one, text: sign, x0: at },
  ];
}

/** Splits a fragment at dot leaders, which separate a label from its number. */
function withoutLeaders(one: Fragment): (Fragment & { parted?: boolean })[] {
  if (!one.text.includes('..') && !one.text.includes('. .')) return [one];
  const width = (one.x1 - one.x0) / one.text.length;
  const pieces: (Fragment & { parted?: boolean })[] = [];
  let from = 0;
  const push = (to: number): void => {
    const text = one.text.slice(from, to);
    const [x0, x1] = [one.x0 + from * width, one.x0 + to * width];
    if (text.trim() !== '') pieces.push({ ...one, text, x0, x1, parted: from > 0 });
  };
  for (const leader of one.text.matchAll(/\.{4,}|(?:\. ){3,}\.?/g)) {
    push(leader.index);
    from = leader.index + leader[0].length;
  }
  push(one.text.length);
  return pieces;
}
