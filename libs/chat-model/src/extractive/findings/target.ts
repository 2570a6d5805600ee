import { withPlainYears } from '@quarry/arithmetic';
import { isGeneric } from '../generic-words';
import { termsOf, wordsOf } from '../terms';

/** What to look for: a question, an item, or one operand of a calculation. */
export interface Target {
  readonly text: string;
  /** Words that carry its meaning, including names, but not years or words of any question about figures. */
  readonly words: readonly TargetWord[];
  /** Years, months and quarters that it names, in lower case: `2022`, `july`, `q2`. */
  readonly years: readonly string[];
  readonly periods: readonly string[];
}

export interface TargetWord {
  readonly text: string;
  /** Stems that a text must all contain. */
  readonly stems: readonly string[];
  /** Lower case, letters and digits only. */
  readonly plain: string;
  /** True for names: words with a capital letter or a digit. */
  readonly name: boolean;
}

const YEAR = /^(?:19|20)\d\d$/;
const SHORT_YEAR = /^fy'?(\d\d)$/i;
const PERIOD =
  /^(?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|three|six|nine|twelve|first|second|third|fourth)$/i;

export function targetOf(text: string): Target {
  const years: string[] = [];
  const periods: string[] = [];
  const words: TargetWord[] = [];
  for (const term of termsOf(withPlainYears(text))) {
    const short = SHORT_YEAR.exec(term.text)?.[1];
    if (YEAR.test(term.text)) years.push(term.text);
    else if (short !== undefined) years.push(`20${short}`);
    else if (PERIOD.test(term.text)) periods.push(term.text.toLowerCase());
    else if (!isGeneric(term.text.toLowerCase()) && !/^\d{1,2}$/.test(term.text))
      words.push({
        text: term.text,
        stems: wordsOf(term.text),
        plain: term.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
        name: /^\p{Lu}|\d/u.test(term.text),
      });
  }
  return { text, words, years, periods };
}

/** The words of a text, for {@link holds}. */
export interface TextWords {
  readonly stems: ReadonlySet<string>;
  /** The whole text in lower case, letters and digits only. */
  readonly plain: string;
}

export function textWordsOf(text: string): TextWords {
  return {
    stems: new Set(wordsOf(text)),
    plain: text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
  };
}

export function holds(words: TextWords, word: TargetWord): boolean {
  return word.stems.length > 0 && word.stems.every((stem) => words.stems.has(stem));
}

/** A document's path contains names without spaces: `BESTBUY_2024Q2_10Q.pdf`, `3M_2022_10K.pdf`. */
export function pathNames(path: TextWords, word: TargetWord): boolean {
  if (!word.name || word.plain.length < 2) return false;
  return path.plain.includes(word.plain);
}

/** True for years, months, quarters and parts of dates, in lower case. */
export function isPeriod(word: string): boolean {
  return (
    YEAR.test(word) ||
    SHORT_YEAR.test(word) ||
    PERIOD.test(word) ||
    /^(?:fy(?:\d{4})?|\d{1,2}|months?|weeks?)$/.test(word)
  );
}
