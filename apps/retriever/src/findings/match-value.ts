import { decimalOf, matchesNumber, numbersIn, scaleOf } from '@quarry/arithmetic';
import { tellingWords, titleWords } from '@quarry/retrieval';
import type { DraftFinding } from '@quarry/turn';
import type { Region, TextLine } from './read-document';

/** An occurrence of a value: indexes of its lines, and the characters of the value in the first one. */
export interface Match {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
  /** The value as written there. */
  readonly written: string;
  /** How exactly it matches; only comparable for the same value. */
  readonly exactness: number;
}

type Draft = Pick<DraftFinding, 'value' | 'unit'>;

/** The occurrences of a value in the lines: a number in any notation, a text by its words. */
export function matchesOf(draft: Draft, lines: readonly TextLine[], region: Region): readonly Match[] {
  const decimal = decimalOf(draft.value);
  const places = lines.flatMap((line, i) => (region(line) ? [i] : []));
  if (decimal !== null) return numberMatches(decimal, draft.unit, lines, places);
  return textMatches(String(draft.value), lines, places);
}

function numberMatches(
  value: string,
  unit: string | undefined,
  lines: readonly TextLine[],
  places: readonly number[],
): readonly Match[] {
  const inTable = scaledValues(value, unit, lines);
  return places.flatMap((i) =>
    numbersIn(lines[i]?.text ?? '').flatMap((number): Match[] => {
      // Compare all digits: a rounded or more precise value does not match.
      const exact = { ...number, decimals: MANY };
      const plain = matchesNumber(exact, value, { unit });
      if (!plain && !inTable.some((scaled) => matchesNumber(exact, scaled, { unit: '' }))) return [];
      const signed = matchesNumber(exact, value, { unit, signed: true });
      const { start, end, text } = number;
      return [
        { first: i, last: i, start, end, written: text, exactness: (plain ? 1 : 0) + (signed ? 1 : 0) },
      ];
    }),
  );
}

/** Digits after the decimal point to compare. */
const MANY = 40;
const SCALES = [
  [3, /thousand|\b000s?\b/i],
  [6, /million/i],
  [9, /billion/i],
] as const;

/** The forms of a full value such as 5298000000 in the tables of a document "in millions": 5298. */
function scaledValues(
  value: string,
  unit: string | undefined,
  lines: readonly TextLine[],
): readonly string[] {
  if (scaleOf(unit) > 0 || value.includes('.')) return [];
  const zeros = /0{3,40}$/.exec(value)?.[0].length ?? 0;
  return SCALES.filter(([power, word]) => power <= zeros && lines.some(({ text }) => word.test(text))).map(
    ([power]) => value.slice(0, -power),
  );
}

function textMatches(value: string, lines: readonly TextLine[], places: readonly number[]): readonly Match[] {
  const words = new Set(tellingWords(titleWords(value)));
  if (words.size === 0) return [];
  const most = Math.min(MOST_LINES, 3 + Math.ceil(words.size / 5));
  const own = new Map(places.map((i) => [i, new Set(titleWords(lines[i]?.text ?? ''))]));
  return places.flatMap((first): Match[] => {
    const missing = new Set(words);
    const begins = [...words].some((word) => own.get(first)?.has(word));
    for (let last = first; begins && last < first + most && own.has(last); last += 1) {
      for (const word of own.get(last) ?? []) missing.delete(word);
      if (missing.size === 0) return [textMatch(value, lines, first, last)];
    }
    return [];
  });
}

/** Maximum lines that a text can span. */
const MOST_LINES = 40;

function textMatch(value: string, lines: readonly TextLine[], first: number, last: number): Match {
  const line = lines[first]?.text ?? '';
  const at = line.toLowerCase().indexOf(value.toLowerCase());
  const [start, end] = first === last && at >= 0 ? [at, at + value.length] : [0, line.length];
  const words = titleWords(
    lines
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join(' '),
  ).join(' ');
  const inOrder = ` ${words} `.includes(` ${titleWords(value).join(' ')} `);
  return { first, last, start, end, written: value, exactness: (inOrder ? 3 : 0) - (last - first) };
}
