import { MONTH_NAMES } from '@quarry/turn';

/** `03` for `march` and `mar`. */
export const MONTHS: ReadonlyMap<string, string> = new Map(
  MONTH_NAMES.flatMap((name, at) => {
    const number = String(at + 1).padStart(2, '0');
    return [
      [name, number],
      [name.slice(0, 3), number],
      ...(name === 'september' ? [['sept', number] as const] : []),
    ] as const;
  }),
);

const MONTH = `(?:${MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const ISO = /(?<![\d-])((?:19|20)\d\d)[-/](\d{1,2})(?:[-/](\d{1,2}))?(?![\d])/g;
const MONTH_FIRST = new RegExp(
  `\\b(${MONTH})[\\s-](?:(\\d{1,2})(?:st|nd|rd|th)?,?\\s)?((?:19|20)\\d\\d)\\b`,
  'gi',
);
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?[\\s-](?:of\\s)?(${MONTH}),?[\\s-]((?:19|20)\\d\\d)\\b`,
  'gi',
);

/** Dates (`2012-03-06`) and months of a year (`2012-03`) that a text names, however it writes them. */
export function datesIn(text: string): readonly string[] {
  return [
    ...[...text.matchAll(DAY_FIRST)].map(([, day, month = '', year]) => dateOf(year, month, day)),
    ...[...text.replace(DAY_FIRST, ' ').matchAll(MONTH_FIRST)].map(([, month = '', day, year]) =>
      dateOf(year, month, day),
    ),
    ...[...text.matchAll(ISO)].map(([, year, month, day]) =>
      [year, month?.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-'),
    ),
  ];
}

/** The text without the dates that {@link datesIn} finds. */
export function withoutDates(text: string): string {
  return text.replace(DAY_FIRST, ' ').replace(MONTH_FIRST, ' ').replace(ISO, ' ');
}

function dateOf(year: string | undefined, month: string, day: string | undefined): string {
  const number = MONTHS.get(month.toLowerCase().replace('.', '').slice(0, 3)) ?? '';
  return [year ?? '', number, ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-');
}
