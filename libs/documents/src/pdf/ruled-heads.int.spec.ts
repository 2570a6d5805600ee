import { aPdf, type Printed } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

/** A line below text, in points from the top left corner of the page. */
const line = (x0: number, x1: number, y: number): string => `${x0} ${792 - y} m ${x1} ${792 - y} l S`;

/** Numbers end at the position of their column. */
function row(y: number, label: string, values: readonly string[], ends: readonly number[]): Printed[] {
  return [
    { x: 50, y, text: label },
    ...values.map((text, at) => ({ x: (ends[at] ?? 0) - text.length * 5, y, text })),
  ];
}

const ENDS = [280, 340, 400, 460, 520];

const table: readonly Printed[] = [
  { x: 236, y: 100, text: 'Options' },
  { x: 250, y: 114, text: 'Shares' },
  { x: 310, y: 114, text: 'Price' },
  { x: 370, y: 114, text: 'Value' },
  { x: 430, y: 114, text: 'Term' },
  { x: 490, y: 114, text: 'Total' },
  ...row(128, 'Balance, May 31, 2021', ['107', '40.14', '2,360', '183', '775'], ENDS),
  ...row(142, 'Exercised during the year', ['104', '34.34', '2,360', '367', '245'], ENDS),
  ...row(156, 'Balance, May 31, 2022', ['972', '40.70', '2,360', '210', '605'], ENDS),
];

/** Left and right edge of the head that begins with a text. */
async function extentOf(text: string, drawing: string): Promise<readonly number[] | undefined> {
  const { lines } = await reading.document(aPdf({ pages: [{ texts: table, drawing }] }));
  const head = lines.find((one) => one.text.includes(text));
  const cell = head?.layout.cells?.find(([from, to]) => head.text.slice(from, to) === text);
  return cell?.slice(2);
}

describe('lines drawn below heads', () => {
  it('give a head the extent of its line, which is that of the columns that it heads', async () => {
    expect(await extentOf('Options', line(225, 400, 104))).toEqual([225, 400]);
  });

  it('join the pieces of a line whose middle is that of the head', async () => {
    const pieces = [line(225, 245, 104), line(250, 285, 104), line(360, 400, 104)].join('\n');
    expect((await extentOf('Options', pieces))?.[0]).toBe(225);
    expect((await extentOf('Options', pieces))?.[1]).toBe(285);
  });

  it('leave a head as it is above the line of a row, an underline, and no line', async () => {
    const plain = await extentOf('Options', '');
    expect(await extentOf('Options', line(50, 520, 104))).toEqual(plain);
    expect(await extentOf('Options', line(236, 271, 104))).toEqual(plain);
  });

  it('are also thin filled rectangles', async () => {
    expect(await extentOf('Options', `225 ${792 - 105} 175 1 re f`)).toEqual([225, 400]);
  });
});

describe('tables side by side', () => {
  const pair = (right: readonly string[]): Printed[] =>
    [['Assets', 'Cash', 'Inventories', 'Receivables', 'Total assets'], right].flatMap((labels, side) =>
      labels.flatMap((label, at): Printed[] => {
        const x = 50 + side * 260;
        const y = 100 + at * 14;
        const values = at === 0 ? ['2023', '2022'] : [`1,${at}00`, `2,${at}00`];
        return [{ x, y, text: label }, ...values.map((text, i) => ({ x: x + 140 + i * 50, y, text }))];
      }),
    );

  it('are read one after the other if both have the same heads', async () => {
    const texts = pair(['Liabilities', 'Loans', 'Suppliers', 'Leases', 'Total liabilities']);
    const { lines } = await reading.document(aPdf({ pages: [{ texts }] }));
    expect(lines.map(({ text }) => text)).toEqual([
      'Assets | 2023 | 2022',
      'Cash | 1,100 | 2,100',
      'Inventories | 1,200 | 2,200',
      'Receivables | 1,300 | 2,300',
      'Total assets | 1,400 | 2,400',
      'Liabilities | 2023 | 2022',
      'Loans | 1,100 | 2,100',
      'Suppliers | 1,200 | 2,200',
      'Leases | 1,300 | 2,300',
      'Total liabilities | 1,400 | 2,400',
    ]);
  });
});

describe('boxes around heads', () => {
  const box = (x0: number, x1: number, y: number): string => `${x0} ${792 - y} ${x1 - x0} 14 re S`;

  it('give a head the extent of its box, up to the figures of its last column', async () => {
    const boxes = [box(50, 220, 104), box(225, 405, 104), box(405, 530, 104)].join('\n');
    expect(await extentOf('Options', boxes)).toEqual([225, 405]);
    expect((await extentOf('Options', box(225, 425, 104)))?.[0]).toBe(225);
    expect((await extentOf('Options', box(225, 425, 104)))?.[1]).toBeCloseTo(400, 0);
  });

  it('part no head if they are around a whole row', async () => {
    const plain = await extentOf('Options', '');
    expect(await extentOf('Options', box(45, 530, 104))).toEqual(plain);
  });
});
