import { columnName, pagesOf, rangeOf, sourceLinesOf } from './layout';

const LINES = [
  { page: 3, box: [10, 700, 90, 712] as const },
  { page: 3 },
  { page: 4, box: [10, 40, 60, 52] as const },
  { page: 4, box: [20, 52, 95, 64] as const },
];

describe('pagesOf', () => {
  it('returns for each page the box around its lines, and its first line', () => {
    expect(pagesOf(LINES, 120)).toEqual([
      { page: 3, box: [10, 700, 90, 712], line: 120 },
      { page: 4, box: [10, 40, 95, 64], line: 122 },
    ]);
    expect(pagesOf(LINES)).toEqual([
      { page: 3, box: [10, 700, 90, 712] },
      { page: 4, box: [10, 40, 95, 64] },
    ]);
  });

  it('returns no pages for lines without pages', () => {
    expect(pagesOf([{ source: 3 }], 1)).toEqual([]);
  });
});

describe('sourceLinesOf', () => {
  it('returns the lines of the file, if they are known', () => {
    expect(sourceLinesOf([{ source: 7 }, {}, { source: 5 }])).toEqual([5, 7]);
    expect(sourceLinesOf(LINES)).toBeUndefined();
  });
});

describe('rangeOf', () => {
  const row = (sheet: string, number: number, ...columns: number[]) => ({
    sheet,
    row: number,
    cells: columns.map((column) => [0, 1, column, column + 1] as const),
  });

  it('is the rectangle around the cells in A1 notation, with the sheet in quotes if its name needs them', () => {
    expect(rangeOf([row('Prices', 7, 2)])).toBe('Prices!B7');
    expect(rangeOf([{ sheet: 'Prices' }, row('Prices', 7, 1, 2), row('Prices', 12, 28)])).toBe(
      'Prices!A7:AB12',
    );
    expect(rangeOf([row("Q1 '24", 1, 1)])).toBe("'Q1 ''24'!A1");
  });

  it('names the first sheet only, and nothing without rows', () => {
    expect(rangeOf([row('A', 1, 1), row('B', 9, 9)])).toBe('A!A1');
    expect(rangeOf([{ sheet: 'A' }, {}])).toBeUndefined();
    expect(rangeOf(LINES)).toBeUndefined();
  });

  it('names the parts of other files, and runs of numbered ones', () => {
    const parts = (...all: (string | undefined)[]) => all.map((part) => (part === undefined ? {} : { part }));
    expect(rangeOf(parts('slide 4', 'slide 4'))).toBe('slide 4');
    expect(rangeOf(parts('slide 4', 'slide 5', 'slide 7'))).toBe('slides 4–7');
    expect(rangeOf(parts('› a.pdf, page 3', '› a.pdf, page 4'))).toBe('› a.pdf, pages 3–4');
    expect(rangeOf(parts('› a.pdf, page 3', '› b.pdf, page 1'))).toBe('› a.pdf, page 3 – b.pdf, page 1');
    expect(rangeOf(parts('The Whale', 'The Boat'))).toBe('The Whale – The Boat');
    expect(rangeOf(parts('› a.txt', undefined))).toBeUndefined();
    expect(rangeOf([{ ...row('Prices', 7, 2), part: '› p.xlsx' }])).toBe('› p.xlsx, Prices!B7');
  });

  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [702, 'ZZ'],
    [16_384, 'XFD'],
  ])('names column %i', (column, name) => {
    expect(columnName(column)).toBe(name);
  });
});
