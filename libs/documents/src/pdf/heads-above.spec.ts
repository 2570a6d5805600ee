import type { Row } from './columns';
import { isNumeric } from './numeric';
import { blocksOf } from './tables';

/** A row of texts at positions in points, ten points below the previous one. */
function rows(...lines: readonly (readonly (readonly [x: number, text: string])[])[]): Row[] {
  return lines.map((cells, at) => ({
    fragments: [],
    size: 8,
    top: at * 10,
    bottom: at * 10 + 8,
    segments: cells.map(([x, text]) => {
      const x1 = x + text.length * 4;
      return { text, x0: x, x1, from: x, numeric: isNumeric(text) };
    }),
  }));
}

const HEAD = [
  [
    [280, 'December 30,'],
    [380, 'December 31,'],
  ],
  [
    [300, '2023'],
    [400, '2022'],
  ],
] as const;
const BODY = [
  [
    [10, 'Cash and cash equivalents'],
    [298, '$3,933'],
    [398, '$4,835'],
  ],
  [
    [10, 'Short-term investments'],
    [300, '1,840'],
    [400, '1,020'],
  ],
] as const;

const tables = (all: Row[]) => blocksOf(all, []).filter(({ columns }) => columns !== null);

describe('heads above figures', () => {
  it('joins dates over the columns with the rows below a unit and the names of groups', () => {
    const between = [
      [[250, '(In millions, except par value amounts)']],
      [[10, 'ASSETS']],
      [[10, 'Current assets:']],
    ] as const;
    const found = tables(rows(...HEAD, ...between, ...BODY));
    expect(found).toHaveLength(1);
    expect(found[0]?.rows).toHaveLength(HEAD.length + between.length + BODY.length);
    expect(found[0]?.columns).toHaveLength(3);
  });

  it.each([
    [
      'a sentence is between them',
      [
        [
          [
            10,
            'The table below has other columns than the one above it, which shows that both are different tables, not one.',
          ],
        ],
      ],
    ],
    ['too much is between them', Array.from({ length: 6 }, (_, at) => [[10, `Line ${at}`]])],
  ] as const)('leaves them apart if %s', (_why, between) => {
    const found = tables(
      rows(...HEAD, ...(between as readonly (readonly (readonly [number, string])[])[]), ...BODY),
    );
    expect(found.some(({ rows: all }) => all.length === HEAD.length + between.length + BODY.length)).toBe(
      false,
    );
  });

  it('leaves dates that are not over the columns', () => {
    const aside = BODY.map((cells) => cells.map(([x, text], at) => [at === 1 ? 200 : x, text] as const));
    const unit = [[[190, '(In millions, except par value amounts)']]] as const;
    expect(tables(rows(...HEAD, ...unit, ...aside)).map((table) => table.rows.length)).not.toContain(5);
    expect(tables(rows(...HEAD, ...unit, ...BODY)).map((table) => table.rows.length)).toContain(5);
  });

  it('take no title, no sentence and no line of figures', () => {
    const title = [[10, 'Table 7.5: Cash and investments of the group at the ends of both years']] as const;
    const [table] = tables(rows(title, ...HEAD, ...BODY));
    expect(table).toMatchObject({ heads: 2, rows: { length: 4 } });
    const centred = [[270, 'Table 7.5 Cash at both year ends']] as const;
    expect(tables(rows(centred, ...HEAD, ...BODY))[0]).toMatchObject({ heads: 2, rows: { length: 4 } });
  });

  it('begin another table below figures if they name its columns', () => {
    const other = HEAD.map((cells) => cells.map(([x, text]) => [x, text.replace('20', '19')] as const));
    const found = tables(rows(...HEAD, ...BODY, ...other, ...BODY));
    expect(found.map(({ rows: all, heads }) => [all.length, heads])).toEqual([
      [4, 2],
      [4, 2],
    ]);
  });

  it('have columns of figures only: a row of words and a few numbers is a head', () => {
    const level = [
      [10, 'Year'],
      [300, 'PK–12'],
      [400, '9–12'],
      [500, 'PK–8'],
    ] as const;
    const values = [1, 2, 3].map((at) => [
      [10, `Total of year ${at}`] as const,
      ...[300, 400, 500].map((x) => [x, `1,84${at}`] as const),
    ]);
    expect(tables(rows(level, ...values))[0]).toMatchObject({ heads: 1, rows: { length: 4 } });
  });

  it('end with the numbers of the columns, which are no figures', () => {
    const numbers = [10, 300, 400, 500].map((x, at) => [x, `(${at + 1})`] as const);
    const heads = [[10, 'State'] as const, ...[300, 400, 500].map((x) => [x, `Loans ${x}`] as const)];
    const values = [1, 2].map((at) => [
      [10, `State ${at}`] as const,
      ...[300, 400, 500].map((x) => [x, `1,84${at}`] as const),
    ]);
    expect(tables(rows(heads, numbers, ...values))[0]).toMatchObject({ heads: 2, rows: { length: 4 } });
    // Other numbers are figures.
    const others = numbers.map(([x], at) => [x, `${7 * at + 1}`] as const);
    expect(tables(rows(heads, others, ...values))[0]).toMatchObject({ heads: 1 });
  });

  it('begin below a unit, a sentence and the lines of a form', () => {
    const heads = (...above: [x: number, text: string][][]) =>
      tables(rows(...above, ...HEAD, ...BODY))[0]?.heads;
    expect(heads([[380, '(in crores of rupees)']])).toBe(2);
    expect(heads([[280, 'Assets are given in full.']])).toBe(3);
    expect(heads([[280, 'All assets of all of the companies are given here.']])).toBe(2);
    expect(
      heads([
        [280, 'Name: John'],
        [380, 'Age: 50 years'],
      ]),
    ).toBe(2);
  });

  it('extend one in the middle of all columns over all of them', () => {
    const heads = [2003, 2004, 2005].map((year, at) => [300 + 100 * at, `${year}`] as const);
    const values = [1, 2].map((at) => [
      [10, `Angola ${at}`] as const,
      ...[300, 400, 500].map((x) => [x, `1,84${at}`] as const),
    ]);
    const spans = (x: number, text: string) =>
      tables(rows([[x, text]], heads, ...values))[0]?.rows[0]?.segments[0]?.span;
    expect(spans(306, 'Estimates of the population of all ages in thousands')).toEqual([300, 520]);
    // Over one column, or to the right.
    expect(spans(402, 'Total')).toBeUndefined();
    expect(spans(390, 'Estimates of the population of all ages in thousands')).toBeUndefined();
  });
});
