import { tellingWords, titleWords } from '@quarry/retrieval';

/** Words that say the same in the labels of values and in those of rows. */
const SAME: Readonly<Record<string, string>> = {
  revenues: 'sale',
  revenue: 'sale',
  sales: 'sale',
  turnover: 'sale',
  profit: 'income',
  earnings: 'income',
  expenditures: 'expenditure',
  spending: 'expenditure',
};
/** Words of labels that name no row: units, periods, and what every value is. */
const GENERAL =
  /^(?:amount|value|figure|number|reported|fiscal|fy|year|years|ended|end|annual|the|of|for|in|and|usd|dollars?|thousands?|millions?|billions?|percent|pct|q[1-4]|(?:19|20)\d\d|fy\d\d(?:\d\d)?)$/;

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;

/** The words of a label that name a row, each in one form: `netSales_2017` is `net` and `sale`. */
export function labelWords(label: string): ReadonlySet<string> {
  const name = label.includes(' ')
    ? label
    : label.replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=(?:19|20)\d\d)/gu, '$1$2 ');
  const words = titleWords(name.replaceAll('_', ' ')).filter(
    (word) => !GENERAL.test(word) && !/^\d+$/.test(word),
  );
  return new Set(tellingWords(words).map(formOf));
}

/** The years that a text names. */
export function yearsIn(text: string): readonly string[] {
  return [...new Set(text.replaceAll('_', ' ').match(YEAR) ?? [])];
}

function formOf(word: string): string {
  return SAME[word] ?? (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word);
}
