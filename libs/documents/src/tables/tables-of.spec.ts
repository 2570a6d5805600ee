import type { DocumentLine } from '../document';
import { headRowsIn } from './head-rows';
import { tablesOf } from './tables-of';

const row = (text: string, more: Partial<DocumentLine> = {}): DocumentLine => ({
  text,
  kind: 'row',
  layout: {},
  ...more,
});
const text = (value: string): DocumentLine => ({ text: value, kind: 'text', layout: {} });

describe('tablesOf', () => {
  it('finds each table with its caption and its head rows', () => {
    const lines = [
      text('The following table shows net sales.'),
      text('(In millions, except per share data)'),
      row(' | Year ended | '),
      row(' | 2022 | 2021'),
      row('Net sales | 5,298 | 4,900'),
      text('Notes are below.'),
      row('Net income | 12 | 11'),
    ];
    expect(tablesOf(lines)).toEqual([
      { from: 2, start: 3, headEnd: 4, end: 5 },
      { from: 7, start: 7, headEnd: 6, end: 7 },
    ]);
  });

  it('takes a sentence that introduces a table as its caption, from where it begins', () => {
    const lines = [
      text('Leases are long.'),
      text(
        'The balances of leases where the company is the lessee are presented as follows (in millions) within',
      ),
      text(`our consolidated balance sheets${' of all years'.repeat(14)}:`),
      row(' | 2022 | 2021'),
      row('Leases | 12 | 11'),
    ];
    expect(tablesOf(lines)).toEqual([{ from: 2, start: 4, headEnd: 4, end: 5 }]);
  });

  it('takes the head of the labels below an introduction for a part of the caption', () => {
    const lines = [
      text('Amortization is expected as follows (in millions):'),
      text('Year Ended December 31,'),
      row('2024 | 715'),
      row('2025 | 631'),
    ];
    expect(tablesOf(lines)[0]).toMatchObject({ from: 1, start: 3 });
    expect(tablesOf([text('Amortization is expected.'), ...lines.slice(1)])[0]).toMatchObject({ from: 3 });
  });

  it('finds the introduction of a table at the end of the page before', () => {
    const on = (page: number) => ({ layout: { page } });
    const foot: DocumentLine = { ...text('40.'), ...on(1) };
    const introduction = { ...text('The components were as follows (in millions):'), ...on(1) };
    const rows = [row(' | 2023 | 2022', on(2)), row('Interest | 12 | 11', on(2))];
    expect(tablesOf([introduction, foot, ...rows])).toEqual([
      { from: 3, start: 3, headEnd: 3, end: 4, introduced: [1, 1] },
    ]);
    const sentence = { ...text('Interest is paid monthly.'), ...on(1) };
    expect(tablesOf([introduction, sentence, foot, ...rows])[0]).not.toHaveProperty('introduced');
  });

  it('takes a table that begins with the same row again for another one', () => {
    const on = (page: number) => ({ layout: { page } });
    const part = (page: number, first: string): readonly DocumentLine[] => [
      row(' | 2023 | 2022', on(page)),
      row(`${first} | 12 | 11`, on(page)),
    ];
    expect(tablesOf([...part(1, 'Revenues'), ...part(2, 'Costs')])[1]).toHaveProperty('continues');
    expect(tablesOf([...part(1, 'Revenues'), ...part(2, 'Revenues')])[1]).not.toHaveProperty('continues');
  });

  it('begins a block of its own at another period below values', () => {
    const lines = [
      text('(In millions)'),
      row(' | Year ended 3/25/2023 | '),
      row(' | GAAP | Core'),
      row('Europe | 71 | 160'),
      row(' | Year ended 3/19/2022 | '),
      row(' | GAAP | Core'),
      row('Europe | (136) | 65'),
    ];
    const first = { from: 1, start: 2, headEnd: 3, end: 4 };
    expect(tablesOf(lines)).toEqual([first, { from: 5, start: 5, headEnd: 6, end: 7, block: first }]);
  });

  it('takes a year in a column of words as the next line of a text', () => {
    const lines = [
      row('Name | Age | Positions'),
      row('Ann | 59 | Chief, until'),
      row(' |  | 2020'),
      row('Ben | 49 | Counsel'),
    ];
    expect(tablesOf(lines)).toEqual([{ from: 1, start: 1, headEnd: 1, end: 4 }]);
  });

  it('takes a sentence that ends with the unit as the caption, and one above the head of the only column', () => {
    const table = [row(' | 2022 | 2021'), row('Leases | 12 | 11')];
    const stated = text('The following table presents leases (in millions).');
    expect(tablesOf([stated, ...table])[0]?.from).toBe(1);
    expect(tablesOf([text('Leases are long.'), ...table])[0]?.from).toBe(2);
    const bold = (value: string): DocumentLine => ({ ...text(value), bold: true });
    const over = [bold('December 31, 2020'), bold('ATG'), bold('Assets')];
    expect(tablesOf([text('Carrying values were (in millions):'), ...over, row('Cash | 12')])[0]?.from).toBe(
      1,
    );
    expect(tablesOf([bold('Held for sale'), ...over, row('Cash | 12')])[0]?.from).toBe(2);
  });

  it('begins another table where a row says so', () => {
    const next = row('A | 1', { begins: true });
    expect(tablesOf([row('A | 1'), next]).map(({ start }) => start)).toEqual([1, 2]);
  });

  it('begins another table at a head below rows, on another page and on another sheet', () => {
    const head = row('PN | Price', { head: true });
    const starts = (lines: DocumentLine[]): number[] => tablesOf(lines).map(({ start }) => start);
    expect(starts([head, row('A | 1'), head, row('B | 2')])).toEqual([1, 3]);
    expect(starts([row('A | 1', { layout: { page: 1 } }), row('B | 2', { layout: { page: 2 } })])).toEqual([
      1, 2,
    ]);
    expect(
      starts([row('A | 1', { layout: { sheet: 'x' } }), row('B | 2', { layout: { sheet: 'y' } })]),
    ).toEqual([1, 2]);
  });
});

describe('headRowsIn', () => {
  it.each([
    [1, ['|2022|2021', 'Net sales|5,298|4,900']],
    [2, ['|12 Weeks Ended|', '|3/25/2023|3/19/2022', 'Net revenue|$17,846|$16,200']],
    [2, ['|Termination|Total', '|Domestic|', 'Balances|$-|$-', 'Charges|34|34']],
    [1, ['|2022|2021', 'Net sales:||', 'Products|5,298|4,900']],
    [1, ['|Vessel|Arrived|Cargo', 'B1A|vacant|none|none', 'B2|MV Rose|2024-01-02|coal']],
    [2, ['|Reported,|Core,', 'Operating profit|GAAP|Non-GAAP', 'Europe|71|160', 'Asia|$—|227']],
    [1, ['Name|Place|Colour', 'Ann|Oslo|red', 'Ben|Rome|blue']],
    [0, ['2024-01-01|7', '2024-01-02|9']],
    [0, ['Ann|Oslo|red', 'Ben|Rome|blue']],
  ])('is %i', (heads, rows) => {
    expect(headRowsIn(rows.map((cells) => cells.split('|')))).toBe(heads);
  });
});
