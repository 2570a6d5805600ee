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

async function rowsOf(drawing: string): Promise<readonly string[]> {
  const { lines: read } = await reading.document(aPdf({ pages: [{ texts, drawing }] }));
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
});
