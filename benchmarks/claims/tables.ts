import { oneOf, shuffled, type GivenEvidence } from './labelled.ts';

/** A sentence about cells of a table, right or with one thing wrong. */
export interface CellSentence {
  readonly kind: string;
  readonly expected: 'supported' | 'refuted';
  readonly sentence: string;
}

/** A table that is plain enough to be known without any reader: one year above each column, one label before each row. */
export interface PlainTable {
  readonly years: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
}

const YEAR = /^(?:19|20)\d\d$/;
const VALUE = /^\(?[$€£]?\s*\(?\d{1,3}(?:,\d{3})*(?:\.\d+)?\)?\s*%?$/;

/** The table of tab-separated lines; null where columns or labels leave a doubt. */
export function plainTable(text: string): PlainTable | null {
  const lines = text.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
  const heads = lines.filter((cells) => cells.slice(1).some((cell) => YEAR.test(cell)));
  const [head] = heads;
  if (heads.length !== 1 || !head) return null;
  const years = head.slice(1);
  if (years.length < 2 || !years.every((cell) => YEAR.test(cell)) || new Set(years).size < years.length)
    return null;
  const rows = lines
    .slice(lines.indexOf(head) + 1)
    .filter(
      (cells) =>
        cells.length === head.length &&
        /\p{L}{3}/u.test(cells[0] ?? '') &&
        cells.slice(1).every((cell) => VALUE.test(cell)),
    )
    .map(([label = '', ...values]) => ({ label: label.replace(/[:.]$/, ''), values }));
  const labels = rows.map(({ label }) => label.toLowerCase());
  // Two rows of one name need their group to be told apart.
  const single = rows.filter(
    ({ label }) => labels.filter((other) => other === label.toLowerCase()).length === 1,
  );
  return single.length < 2 ? null : { years, rows: single };
}

/** The same table as text: as it is, or with bars as documents are read. */
export function tableEvidence(text: string, path: string, above: string, bars: boolean): GivenEvidence {
  const table = bars ? text.replaceAll('\t', ' | ') : text;
  return { path, text: above === '' ? table : `${above}\n\n${table}` };
}

const FORMS: readonly ((label: string, value: string, year: string) => string)[] = [
  (label, value, year) => `${label} was ${value} in ${year} [1].`,
  (label, value, year) => `In ${year}, ${label} amounted to ${value} [1].`,
  (label, value, year) => `For ${year}, the table gives ${value} for ${label} [1].`,
  (label, value, year) => `${label} (${year}): ${value} [1].`,
];
const plain = (value: string): number => Number(value.replace(/[$€£,%()\s]/g, ''));
const digits = (value: string): string => value.replace(/^\(?[$€£]?\s*\(?/, '').replace(/\)?\s*%?$/, '');

/** Rows that do not count in the unit of their table. */
const MONEYLESS = /per share|rate|ratio|number|shares|expected|percent|%|\(\p{L}{2,5}\)|weighted|years?\)/iu;

/** One right sentence and some wrong ones, each wrong in one thing. */
export function cellSentences(table: PlainTable, unit: string, random: () => number): CellSentence[] {
  const made: CellSentence[] = [];
  for (const row of shuffled(table.rows, random).slice(0, 3)) {
    const scale = MONEYLESS.test(row.label) ? '' : unit;
    const column = Math.floor(random() * table.years.length);
    const [value = '', year = ''] = [row.values[column], table.years[column]];
    const form = oneOf(FORMS, random);
    if (!form || plain(value) === 0) continue;
    const percent = value.includes('%');
    const money = table.rows.some(({ values }) => values.some((one) => one.includes('$')));
    const write = (shown: string, named = scale): string => {
      const number = `${money && !percent ? '$' : ''}${digits(shown)}`;
      const sign = shown.startsWith('(') ? '-' : '';
      return `${sign}${number}${percent ? '%' : named === '' ? '' : ` ${named}`}`;
    };
    made.push({ kind: 'cell', expected: 'supported', sentence: form(row.label, write(value), year) });
    const wrong = (kind: string, sentence: string): number =>
      made.push({ kind, expected: 'refuted', sentence });
    const otherColumn = row.values.findIndex((one, at) => at !== column && plain(one) !== plain(value));
    if (otherColumn >= 0) wrong('column', form(row.label, write(row.values[otherColumn] ?? ''), year));
    const otherRow = oneOf(
      table.rows.filter(({ values }) => !values.map(plain).includes(plain(value))),
      random,
    );
    if (otherRow && !row.values.map(plain).includes(plain(otherRow.values[column] ?? '')))
      wrong('row', form(otherRow.label, write(value), year));
    if (!percent && scale === 'million')
      wrong('scale', form(row.label, write(value, oneOf(['billion', 'thousand'], random)), year));
    if (!percent && scale === 'thousand')
      wrong('scale', form(row.label, write(value, oneOf(['billion', 'million'], random)), year));
    if (
      value.startsWith('(') &&
      !/less|used|expens|loss|paid|deduct|decreas|reduc|deficit|allowance/i.test(row.label)
    )
      wrong('cell sign', form(row.label, write(digits(value)), year));
    made.push(...derived(table, row, random));
  }
  return made;
}

/** A change between two years: right, of another size, and in the other direction. */
function derived(table: PlainTable, row: PlainTable['rows'][number], random: () => number): CellSentence[] {
  const years = table.years.map(Number);
  const [late, early] = [years.indexOf(Math.max(...years)), years.indexOf(Math.min(...years))];
  const [now, then] = [row.values[late] ?? '', row.values[early] ?? ''];
  const [a, b] = [plain(now), plain(then)];
  if (a === b || b === 0 || /[(%]/.test(now + then)) return [];
  const percent = Math.abs((100 * (a - b)) / b);
  if (percent < 1 || percent > 300) return [];
  const change = (by: number, up: boolean): string =>
    `${row.label} ${up ? 'increased' : 'decreased'} by ${by.toFixed(1)}% from ${table.years[early]} to ${table.years[late]} [1].`;
  return [
    { kind: 'derived right', expected: 'supported', sentence: change(percent, a > b) },
    {
      ...{ kind: 'derived', expected: 'refuted' },
      sentence: random() < 0.5 ? change(percent * 1.4 + 1.3, a > b) : change(percent, a < b),
    },
  ];
}
