import { aPdf, type Printed } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

const texts: readonly Printed[] = [
  ...[
    [60, 'Table'],
    [110, 'Measure'],
    [210, 'FY 2022'],
    [210, 'Results', 112],
    [290, 'FY 2023'],
    [290, 'Results', 112],
  ].map(([x, text, y = 100]): Printed => ({ x: Number(x), y: Number(y), text: String(text) })),
  // Labels of three lines: the figures are beside the middle one.
  ...['Percent of claims', 'that are paid', 'within 60 days'].map((text, i) => ({
    x: 110,
    y: 135 + 12 * i,
    text,
  })),
  ...['Percent of callers', 'that are', 'satisfied'].map((text, i) => ({ x: 110, y: 180 + 12 * i, text })),
  ...['Share of payments', 'that are', 'improper'].map((text, i) => ({ x: 110, y: 225 + 12 * i, text })),
  { x: 60, y: 237, text: '7.02C' },
  { x: 215, y: 237, text: '4%' },
  { x: 295, y: 237, text: '3%' },
  { x: 60, y: 147, text: '7.02A' },
  { x: 215, y: 147, text: '79%' },
  { x: 295, y: 147, text: '81%' },
  { x: 60, y: 192, text: '7.02B' },
  { x: 215, y: 192, text: '73%' },
  { x: 295, y: 192, text: '76%' },
];

const lines = (xs: readonly number[], ys: readonly number[]): string =>
  [
    ...ys.map((y) => `${xs[0]} ${792 - y} m ${xs.at(-1)} ${792 - y} l S`),
    ...xs.map((x) => `${x} ${792 - (ys[0] ?? 0)} m ${x} ${792 - (ys.at(-1) ?? 0)} l S`),
  ].join('\n');

async function rowsOf(drawing: string, printed = texts): Promise<readonly string[]> {
  const { lines: read } = await reading.document(aPdf({ pages: [{ texts: printed, drawing }] }));
  return read.filter(({ kind }) => kind === 'row').map(({ text, head }) => `${head ? 'head: ' : ''}${text}`);
}

describe('tables whose cells are drawn', () => {
  it('have one row per row of cells, with all lines of each cell', async () => {
    expect(await rowsOf(lines([50, 105, 205, 285, 365], [90, 122, 168, 212, 258]))).toEqual([
      'head: Table Measure | FY 2022 Results | FY 2023 Results',
      '7.02A Percent of claims that are paid within 60 days | 79% | 81%',
      '7.02B Percent of callers that are satisfied | 73% | 76%',
      '7.02C Share of payments that are improper | 4% | 3%',
    ]);
  });

  it('are read by their text alone where the lines part no rows', async () => {
    const rows = await rowsOf(lines([50, 105, 205, 285, 365], [90, 122, 258]));
    expect(rows.some((row) => row.includes('79%') && row.includes('73%'))).toBe(false);
    expect(rows.some((row) => row.includes('claims that are paid'))).toBe(false);
  });

  it('part a line of figures by the columns of the others', async () => {
    const xs = [50, 205, 285, 365];
    const row = (y: number, ...cells: readonly string[]): readonly Printed[] =>
      cells.map((text, at) => ({ x: (xs[at] ?? 0) + 6, y, text }));
    const printed = [
      ...row(110, 'State', '2012', '2013'),
      ...row(130, 'Assam', '14,874', '2,554'),
      ...row(150, 'Delhi', '28,084', '411'),
      ...row(170, 'Goa', '4,055', '110'),
    ];
    // No line parts the row of Delhi.
    const upright = xs.flatMap((x, at) =>
      at === 0 || at === xs.length - 1
        ? [[x, 98, 178]]
        : [
            [x, 98, 138],
            [x, 158, 178],
          ],
    );
    const drawing = [
      ...[98, 118, 138, 158, 178].map((y) => `50 ${792 - y} m 365 ${792 - y} l S`),
      ...upright.map(([x, from, to]) => `${x} ${792 - (from ?? 0)} m ${x} ${792 - (to ?? 0)} l S`),
    ].join('\n');
    expect(await rowsOf(drawing, printed)).toEqual([
      'head: State | 2012 | 2013',
      'Assam | 14,874 | 2,554',
      'Delhi | 28,084 | 411',
      'Goa | 4,055 | 110',
    ]);
  });

  it('have all cells of words as labels where the first ones are over several rows', async () => {
    const xs = [50, 120, 220, 300, 380];
    const printed = [
      ...['Type', 'County', 'Members'].map((text, at) => ({ x: (xs[at] ?? 0) + 6, y: 110, text })),
      { x: 56, y: 140, text: 'COHS' },
      ...['Modoc', 'Napa', 'Sutter'].flatMap((text, at) => [
        { x: 126, y: 130 + 20 * at, text },
        { x: 226, y: 130 + 20 * at, text: `2,94${at}` },
        { x: 306, y: 130 + 20 * at, text: `1,32${at}` },
      ]),
    ];
    const drawing = [
      ...[98, 118, 158, 178].map((y) => `50 ${792 - y} m 380 ${792 - y} l S`),
      `120 ${792 - 138} m 380 ${792 - 138} l S`,
      ...xs.map((x) => `${x} ${792 - (x === 300 ? 118 : 98)} m ${x} ${792 - 178} l S`),
    ].join('\n');
    expect((await rowsOf(drawing, printed)).slice(1, 3)).toEqual([
      'COHS Modoc | 2,940 | 1,320',
      'COHS Napa | 2,941 | 1,321',
    ]);
  });
});
