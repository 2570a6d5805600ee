import { isFunctionWord, wordsOf } from '../terms';
import { isGeneric } from '../generic-words';
import { datesIn, MONTHS, withoutDates } from './dates';

/** A word of a question that selects a row, a column or a document: each must be matched, or there is no answer. */
export interface AskedWord {
  readonly text: string;
  readonly kind: 'date' | 'month' | 'year' | 'word';
  /** Of a date `2012-03-06`, of a month `2012-03` or `03`, of a year the year; of a word itself, in lower case. */
  readonly key: string;
  /** Stems that a text must all contain; empty but for a word. */
  readonly stems: readonly string[];
}

const TOKEN = /[\p{L}\p{N}]+(?:[.'’_/&-][\p{L}\p{N}]+)*%?/gu;
const YEAR = /^(?:fy\s?)?((?:19|20)\d\d)$/i;
/** Words of a question that say that it is one. */
const REQUEST: ReadonlySet<string> = new Set(
  `value values amount figure figures number recorded reported listed given stated according table file data dataset spreadsheet sheet workbook row column entry
   shown year years month months day days date dates quarter exact tell please look looking unit units fiscal following`.split(
    /\s+/,
  ),
);
/** Words that ask for more than one cell; they select only where a label or a head has them. */
const OPERATOR =
  /^(?:most|least|more|less|fewer|over|under|above|below|between|before|after|since|until|except|not|without|never|each|every|all|both|other|first|last|many)$/i;

/** The selecting words of a question, each once. */
export function askedWords(question: string): readonly AskedWord[] {
  const text = question.slice(0, 1_000);
  const found = new Map<string, AskedWord>();
  for (const date of datesIn(text)) {
    const kind = date.length > 7 ? 'date' : 'month';
    found.set(date, { text: date, kind, key: date, stems: [] });
  }
  for (const [raw] of withoutDates(text).matchAll(TOKEN)) {
    const word = raw.replace(/['’]s$/i, '');
    const lower = word.toLowerCase();
    const year = YEAR.exec(word)?.[1];
    const month = MONTHS.get(lower);
    if (year !== undefined) found.set(year, { text: word, kind: 'year', key: year, stems: [] });
    // `may` is a verb, too.
    else if (month !== undefined && (lower !== 'may' || word === 'May'))
      found.set(month, { text: word, kind: 'month', key: month, stems: [] });
    else if (selects(word, lower))
      found.set(lower, { text: word, kind: 'word', key: lower, stems: wordsOf(word) });
  }
  return [...found.values()];
}

function selects(word: string, lower: string): boolean {
  if (/^(?:how|of|in)$/.test(lower) || lower === 'much' || lower === 'many') return false;
  if (OPERATOR.test(lower)) return true;
  // `Oklahoma State` is a name.
  if ((REQUEST.has(lower) || isGeneric(lower)) && word === lower) return false;
  // `US` and `IT` are no function words.
  return !isFunctionWord(lower) || /^\p{Lu}{2,}$/u.test(word);
}
