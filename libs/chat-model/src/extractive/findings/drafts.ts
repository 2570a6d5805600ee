import { bare, unitOf } from '@quarry/arithmetic';
import { defined, type DraftFinding, type Evidence } from '@quarry/turn';
import { targetOf, textWordsOf, holds, type Target } from './target';
import type { FittingCell } from './fitting-cells';
import type { FittingSentence } from './fitting-sentences';
import { companiesIn } from './subjects';

const MOST_CONTEXT = 240;

/** A value of a table as a finding. Its label includes the heading above its row if the heading matches the item. */
export function draftOfCell(target: Target, { evidence, row, cell }: FittingCell): DraftFinding {
  const own = textWordsOf(row.label);
  const group = textWordsOf(row.group);
  const needed = target.words.some((word) => holds(group, word) && !holds(own, word));
  const name = [...(needed || row.label === '' ? [row.group] : []), row.label].filter((part) => part !== '');
  const unit = unitOf(row, cell);
  const company = companiesIn(evidence.text).find((one) =>
    target.words.some((word) => holds(textWordsOf(one), word)),
  );
  const context = [company ?? '', row.caption, row.group].filter((part) => part !== '').join(' · ');
  return {
    label: [name.join(': '), cell.header]
      .filter((part) => part !== '')
      .join(', ')
      .slice(0, 200),
    value: bare(cell.text),
    ...defined({ unit }),
    ...placeOf(evidence),
    ...(context === '' ? {} : { context: context.slice(0, MOST_CONTEXT) }),
  };
}

/** A number in running text, with its surroundings. */
const NUMBER =
  /[$€£]?\d{1,15}(?:,\d{3}){0,6}(?:\.\d{1,8})?(?:\s?%|\s(?:percent|thousand|million|billion)\b)?/g;
const MONTH =
  /(?:january|february|march|april|may|june|july|august|september|october|november|december)\s{1,3}$/i;

/** A sentence as a finding: its number, if it has one that is meaningful by itself, otherwise its text. */
export function draftOfSentence(
  item: string,
  { evidence, text }: FittingSentence,
  wantsNumber: boolean,
): DraftFinding {
  const number = wantsNumber ? numberIn(item, text) : null;
  const place = placeOf(evidence);
  if (number === null) return { label: labelFor(item, text), value: text, ...place };
  return {
    label: labelFor(item, text),
    value: number.value,
    ...(number.unit === '' ? {} : { unit: number.unit }),
    ...place,
    context: text.slice(0, 400),
  };
}

/** The words of the item that the sentence contains: a label claims nothing more. */
function labelFor(item: string, text: string): string {
  const textWords = textWordsOf(text);
  const { words, years } = targetOf(item);
  const met = words.filter((word) => holds(textWords, word)).map((word) => word.text);
  return [...met, ...years.filter((year) => text.includes(year))].join(' ').slice(0, 160);
}

/** The number closest to the words of the item. Years and days of months do not count. */
function numberIn(item: string, text: string): { readonly value: string; readonly unit: string } | null {
  const { words } = targetOf(item);
  const places = [...text.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) =>
    words.some((one) => holds(textWordsOf(word), one)) ? [index] : [],
  );
  const numbers = [...text.matchAll(NUMBER)].filter(
    ({ 0: printed, index }) =>
      !/^(?:19|20)\d\d$/.test(printed) && !(/^\d{1,2}$/.test(printed) && MONTH.test(text.slice(0, index))),
  );
  const kind = kindOf(item);
  const fits = numbers.filter(({ 0: printed }) => kind?.test(printed));
  const distance = (index: number): number => Math.min(...places.map((place) => Math.abs(place - index)));
  const nearest = (fits.length > 0 ? fits : numbers).toSorted(
    (a, b) => distance(a.index) - distance(b.index),
  )[0];
  if (!nearest) return null;
  const [printed] = nearest;
  const scale = /(thousand|million|billion)$/.exec(printed)?.[1];
  const parts = [
    ...(scale === undefined ? [] : [`${scale}s`]),
    ...(printed.startsWith('$') ? ['USD'] : []),
    ...(/(?:%|percent)$/.test(printed) ? ['%'] : []),
  ];
  return { value: /[\d,.]+/.exec(printed)?.[0].replace(/[.,]$/, '') ?? printed, unit: parts.join(' ') };
}

/** The format of a number of the requested kind; undefined if the item does not specify one. */
function kindOf(item: string): RegExp | undefined {
  if (/percent|%|\b(?:rate|share of|margin)\b/i.test(item)) return /%|percent/;
  if (/\bhow many\b|\bnumber of\b/i.test(item)) return /^[\d,.]+(?: (?:thousand|million))?$/;
  if (
    /\b(?:how much|price|costs?|paid|pay|spen[dt]|revenues?|sales|salary|fees?|bonus|worth|debt)\b/i.test(
      item,
    )
  )
    return /[$€£]/;
  return undefined;
}

function placeOf({ section, path, pages }: Evidence): Pick<DraftFinding, 'section' | 'page'> {
  const [page, ...more] = pages ?? [];
  return { section: section ?? path, ...(page && more.length === 0 ? { page: page.page } : {}) };
}
