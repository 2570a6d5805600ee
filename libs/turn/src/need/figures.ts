import { MONTH_NAMES } from '../text/month-names';

/** Numbers and ordinals that are written as words. `one` is left out, because it rarely counts anything. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, String(at + 2)]),
);
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const PERIOD = '(quarter|half)';
const ORDINAL = `(${ORDINALS.join('|')}|[1-9](?:st|nd|rd|th))`;

/** The numbers in a text, and the text without them. */
export interface Figures {
  /** Sorted, without duplicates: `2017`, `q2`, `h1`, `3.5`, `10-k`, `month 9`. */
  readonly figures: readonly string[];
  readonly rest: string;
}

/**
 * The numbers, years, quarters, months and ordinals in a text, in a canonical form: `Q2`, `2Q` and `second quarter` are `q2`;
 * `FY17`, `fiscal year 2017` and `2017` are `2017`; `1,000` is `1000`.
 */
export function figuresIn(text: string): Figures {
  const found = new Set<string>();
  const take = (figure: string): string => {
    found.add(figure);
    return ' ';
  };
  const month = new RegExp(`\\b(${MONTH_NAMES.filter((name) => name !== 'may').join('|')})\\b`, 'gi');
  const rest = text
    .replace(
      new RegExp(`\\b${ORDINAL}[ -](?:fiscal )?${PERIOD}s?\\b`, 'gi'),
      (_, nth: string, period: string) => take(`${period.charAt(0).toLowerCase()}${orderOf(nth)}`),
    )
    .replace(new RegExp(`\\b${PERIOD} ([1-4])\\b`, 'gi'), (_, period: string, n: string) =>
      take(`${period.charAt(0).toLowerCase()}${n}`),
    )
    .replace(
      /\b([qh])([1-4])(?![\p{L}\d]*[\p{L}_])/giu,
      (_, period: string, n: string) => `${take(period.toLowerCase() + n)} `,
    )
    .replace(/\b([1-4])([qh])(?=\d|\b)/gi, (_, n: string, period: string) => take(period.toLowerCase() + n))
    .replace(/\b(?:fy|fiscal(?: year)?) ?['’]?(\d{2})(?!\d)/gi, (_, year: string) => take(`20${year}`))
    .replace(/['’](\d{2})(?!\d)/g, (_, year: string) => take(`20${year}`))
    .replace(/\bfy[ ]?(?=\d{4})|\b(?:fiscal|calendar)(?: years?)?(?= \d{4})|\byears?(?= \d{4})/gi, ' ')
    .replace(month, (name) => take(`month ${MONTH_NAMES.indexOf(name.toLowerCase()) + 1}`))
    // In lower case, `may` is usually the verb.
    .replace(/\bMay\b(?= \d)|(?<=\b(?:in|of|since|until|by) )May\b/g, () => take('month 5'))
    .replace(new RegExp(`\\b${ORDINAL}\\b`, 'gi'), (nth) => take(`#${orderOf(nth)}`))
    .replace(/\bv(?=\d)/gi, ' ')
    .replace(/(?<![\p{L}_-])[\p{L}_-]*\d(?:[\p{L}\d_]|[.,:-](?=[\p{L}\d]))*/gu, (figure) =>
      take(
        figure
          .toLowerCase()
          .replace(/,(?=\d{3}(?!\d))/g, '')
          .replace(/^-+/, ''),
      ),
    )
    .replace(/\b[a-z]{3,6}\b/gi, (word) => {
      const figure = NUMBERS.get(word.toLowerCase());
      return figure === undefined ? word : take(figure);
    });
  return { figures: [...found].toSorted(), rest };
}

function orderOf(nth: string): number {
  const at = ORDINALS.indexOf(nth.toLowerCase());
  return at < 0 ? Number.parseInt(nth, 10) : at + 1;
}
