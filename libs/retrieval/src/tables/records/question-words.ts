import { stem } from '@quarry/search-index';
import { canonical } from './synonyms';

/** A word or a number of a question. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly stem: string;
  /** The stem of the words of its meaning: that of `die` for `deaths`. */
  readonly meaning: string;
  /** The number that it is, as decimal digits: also of `two`. */
  readonly number?: string;
  /** True if it carries no meaning for a table: `the`, `have`, `please`. */
  readonly isEmpty: boolean;
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Words of every question, and those that only say that there is a table. */
const EMPTY: ReadonlySet<string> = new Set(
  `a an the this that these those is are was were be been being am do does did has have had having of in on at by for from to among across during with within into and
   or there here it its their they them his her who whom whose which what where when how please tell give show me us i you we can could would
   will shall should find list according as if any all some many much whose s reported listed recorded given stated shown called named
   said exist exists existed contain contains contained include includes included stand located based value values number numbers amount figure
   figures count total record records row rows entry entries line lines table tables file files data dataset datasets sheet sheets
   spreadsheet workbook column columns csv tsv xlsx ods code year years measured found find discovered happen happened
   occur occurred take took place come comes came made get got involve involved while ever only together`.split(
    /\s+/,
  ),
);

/** Plurals that the stemmer does not know. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...([
    ['women', 'woman'],
    ['men', 'man'],
    ['children', 'child'],
  ] as const),
]);

/** The words of a text: letters with digits (`rd1`), or numbers (`1,204.5`); parts of `bodyMass` and `body_mass` apart. */
export function wordsOf(text: string): readonly Word[] {
  const spaced = text
    .slice(0, 1_000)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/n['’]t\b/g, ' not')
    .replace(/['’](?:s|re|ve|d|ll)\b/g, '');
  return [...spaced.matchAll(/[\p{L}\p{N}]+(?:[,.]\p{N}+)*/gu)].flatMap(([raw]) =>
    isNumber(raw) ? wordOf(raw) : raw.split(/[,.]/).map(wordOf),
  );
}

function isNumber(text: string): boolean {
  return /^\d[\d,]*(?:\.\d+)?$/.test(text);
}

function wordOf(text: string): Word {
  const lower = text.toLowerCase();
  const spelled = NUMBER_WORDS.indexOf(lower);
  const digits = isNumber(text) ? text.replaceAll(',', '') : undefined;
  const number = digits ?? (spelled < 0 ? undefined : String(spelled));
  const own = digits ?? stem(IRREGULAR.get(lower) ?? lower);
  return {
    ...{ text, lower, stem: own, meaning: canonical(own), isEmpty: EMPTY.has(lower) },
    ...(number === undefined ? {} : { number }),
  };
}

/** The stems of a text in their order. */
export function stemsOf(text: string): readonly string[] {
  return wordsOf(text).map((word) => word.stem);
}

export function isYearText(text: string): boolean {
  return /^(?:1[89]|20)\d\d$/.test(text);
}
