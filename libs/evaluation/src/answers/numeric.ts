import { matchesNumber, numbersIn, sameNumber, type NumberInText } from '@quarry/arithmetic';
import { defined } from '@quarry/turn';
import { withoutMarks } from './normalize';

/** An answer with more different numbers than this is a list that contains the expected one by chance. */
const MOST_NUMBERS = 6;
/** Words that a numeric answer may contain in addition to its number. */
const BESIDE =
  /\b(?:approximately|about|around|nearly|roughly|some|us|usd|dollars?|percent|percentage points?|per share)\b/gi;

/** A gold answer that consists of one number. */
export interface GoldNumber {
  readonly number: NumberInText;
  /** Scale of the number as written, such as `millions`; undefined for ones. */
  readonly unit?: string;
}

/** The number in a gold answer; null if it is a text, or several numbers. */
export function goldNumber(answer: string, unit?: string): GoldNumber | null {
  const text = answer.trim();
  const [number, ...others] = numbersIn(text);
  if (!number || others.length > 0) return null;
  const rest = `${text.slice(0, number.start)} ${text.slice(number.end)}`.replace(BESIDE, ' ');
  if (/[\p{L}]/u.test(rest)) return null;
  return { number, ...defined({ unit }) };
}

const SCALES: Readonly<Record<number, string>> = {
  3: 'thousand',
  6: 'million',
  9: 'billion',
  12: 'trillion',
};

/**
 * True if a number of the answer equals the gold one: at the precision in which it is written, in any scale (`$17.6
 * billion` for `$17,606 million`), or within `tolerance`, a share. Words may express the sign. False if the answer has
 * more than `most` different numbers.
 */
export function saysNumber(answer: string, gold: GoldNumber, tolerance = 0, most = MOST_NUMBERS): boolean {
  const numbers = numbersIn(withoutMarks(answer));
  const counted = numbers.filter(({ kind }) => kind !== 'year' || gold.number.kind === 'year');
  if (new Set(counted.map(({ value, scale }) => `${value}e${scale}`)).size > most) return false;
  return counted.some((number) => {
    const units = {
      written: unitOf(number) ?? unitOf(gold.number, gold.unit),
      gold: unitOf(gold.number, gold.unit),
    };
    return (
      matchesNumber(number, gold.number.value, { unit: units.gold }) ||
      matchesNumber(gold.number, number.value, { unit: units.written }) ||
      (tolerance > 0 && gold.number.kind !== 'year' && isNear(number, gold, tolerance))
    );
  });
}

function unitOf({ kind, scale }: NumberInText, apart?: string): string | undefined {
  return kind === 'percent' ? '%' : (SCALES[scale] ?? apart);
}

function isNear(number: NumberInText, gold: GoldNumber, tolerance: number): boolean {
  const plain = (text: string): string => text.replace(/^-/, '');
  const unit = unitOf(gold.number, gold.unit);
  const scaled = number.scale > 0 && !unit?.startsWith(SCALES[number.scale] ?? '-');
  return !scaled && sameNumber(plain(number.value), plain(gold.number.value), { tolerance });
}
