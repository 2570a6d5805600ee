import { dataTable } from './data-table';
import type { Extent } from './head-spans';

type Cell = readonly [text: string, x0: number, x1: number] | null;
const text = (cells: readonly Cell[]): string => cells.map((cell) => cell?.[0] ?? '').join(' | ');
const extents = (cells: readonly Cell[]): readonly (Extent | undefined)[] =>
  cells.map((cell) => (cell ? [cell[1], cell[2]] : undefined));

/** The heads of the last row of a table whose cells have places. */
const headsOf = (heads: readonly (readonly Cell[])[], ...rows: readonly (readonly Cell[])[]): unknown =>
  dataTable({
    caption: [],
    heads: heads.map(text),
    headExtents: heads.map(extents),
    rows: rows.map((cells, line) => ({ text: text(cells), line, extents: extents(cells) })),
  })
    .rows.at(-1)
    ?.cells.map(({ head }) => head);

const label: Cell = ['Goodwill', 0, 50];
const four: readonly Cell[] = [label, ['1', 100, 120], ['2', 150, 170], ['3', 200, 220], ['4', 250, 270]];

describe('heads by place', () => {
  it('gives the upper line of a head to its own column', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, ['North', 98, 122], null, null, ['Total', 248, 272]],
      [null, ['America', 96, 124], ['Europe', 147, 173], ['Asia', 200, 222], ['costs', 248, 272]],
    ];
    expect(headsOf(heads, four)).toEqual(['North America', 'Europe', 'Asia', 'Total costs']);
  });

  it('gives the upper line of a boxed head to its own column, also alone in its row near the middle of all', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, null, ['Remaining', 145, 185], null],
      [null, ['Options', 95, 125], ['life', 145, 185], ['Value', 200, 222]],
    ];
    const row: readonly Cell[] = [label, ['15', 100, 120], ['1.11', 160, 170], ['682', 200, 220]];
    expect(headsOf(heads, row)).toEqual(['Options', 'Remaining life', 'Value']);
  });

  it('gives a period without its year only to the columns whose heads have years', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, ['Fiscal Year Ended January 31,', 105, 165], null, null],
      [null, ['2020', 100, 120], ['2019', 150, 170], ['Variance', 195, 225]],
    ];
    const row: readonly Cell[] = [label, ['1', 100, 120], ['2', 150, 170], ['3', 200, 220]];
    expect(headsOf(heads, row)).toEqual([
      'Fiscal Year Ended January 31, 2020',
      'Fiscal Year Ended January 31, 2019',
      'Variance',
    ]);
  });

  it('gives a head above the middle of several columns to all of them', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, ['2025', 125, 145], null, ['2024', 225, 245], null],
      [null, ['Amount', 92, 126], ['Rate', 148, 172], ['Amount', 192, 226], ['Rate', 248, 272]],
    ];
    expect(headsOf(heads, [label, null, ['2', 150, 170], ['3', 200, 220], null])).toEqual([
      '2025 Rate',
      '2024 Amount',
    ]);
  });

  it('shares the columns among heads side by side, so that each is above the middle of its own', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, null, null, ['2025', 148, 172], null, ['2024', 248, 272]],
      [
        null,
        ['Due', 74, 86],
        ['Amount', 112, 146],
        ['Rate', 174, 198],
        ['Amount', 212, 246],
        ['Rate', 274, 298],
      ],
    ];
    const row: readonly Cell[] = [
      label,
      ['7', 76, 82],
      ['1', 126, 146],
      ['2', 178, 198],
      ['3', 226, 246],
      ['4', 278, 298],
    ];
    expect(headsOf(heads, row)).toEqual(['Due', '2025 Amount', '2025 Rate', '2024 Amount', '2024 Rate']);
  });

  it('gives a period without a date to the columns with dates only', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, null, ['Year Ended', 140, 190], null, null],
      [
        null,
        ['Jan 25, 2026', 90, 130],
        ['Jan 26, 2025', 140, 180],
        ['$ Change', 190, 222],
        ['% Change', 240, 270],
      ],
    ];
    expect(headsOf(heads, four)).toEqual([
      'Year Ended Jan 25, 2026',
      'Year Ended Jan 26, 2025',
      '$ Change',
      '% Change',
    ]);
  });

  it('gives a period above the middle column of three to all of them', () => {
    const three = [label, ['1', 100, 120], ['2', 150, 170], ['3', 200, 220]] as const;
    const years: readonly Cell[] = [null, ['2023', 100, 120], ['2022', 150, 170], ['2021', 200, 220]];
    expect(headsOf([[null, null, ['Year ended', 148, 172], null], years], three)).toEqual([
      'Year ended 2023',
      'Year ended 2022',
      'Year ended 2021',
    ]);
  });

  it.each([
    ['a period', 'Year ended December 31,', ['Year ended December 31, 2023', 'Year ended December 31, 2022']],
    ['a word', 'Restated', ['Restated 2023', '2022']],
  ])(
    'gives %s alone above the first column to all of them only if it is a period',
    (_what, upper, expected) => {
      const two = [label, ['1', 100, 120], ['2', 150, 170]] as const;
      const years: readonly Cell[] = [null, ['2023', 100, 120], ['2022', 150, 170]];
      expect(headsOf([[null, [upper, 100, 120], null], years], two)).toEqual(expected);
    },
  );

  it('gives names of groups to as many columns each, also above the middle one of three', () => {
    const columns: readonly Cell[] = [
      ...[label, ['1', 100, 120], ['2', 150, 170], ['3', 200, 220]],
      ...[
        ['4', 250, 270],
        ['5', 300, 320],
        ['6', 350, 370],
      ],
    ] as readonly Cell[];
    const years: readonly Cell[] = [
      ...[null, ['2023', 100, 120], ['2022', 150, 170], ['Change', 195, 225]],
      ...[
        ['2023', 250, 270],
        ['2022', 300, 320],
        ['Change', 345, 375],
      ],
    ] as readonly Cell[];
    const groups: readonly Cell[] = [null, null, ['Apps', 150, 170], null, null, ['Labs', 300, 320], null];
    expect(headsOf([groups, years], columns)).toEqual([
      ...['Apps 2023', 'Apps 2022', 'Apps Change'],
      ...['Labs 2023', 'Labs 2022', 'Labs Change'],
    ]);
    const upper: readonly Cell[] = [null, null, ['Net', 150, 170], null, null, ['Net', 300, 320], null];
    expect(headsOf([upper, years], columns)).toEqual([
      '2023',
      'Net 2022',
      'Change',
      '2023',
      'Net 2022',
      'Change',
    ]);
  });

  it('gives a day alone above years to all of them, but not where others have days of their own', () => {
    const two = [label, ['1', 100, 120], ['2', 150, 170]] as const;
    const day: readonly Cell[] = [null, ['December 31,', 95, 125], null];
    expect(headsOf([day, [null, ['2023', 100, 120], ['2022', 150, 170]]], two)).toEqual([
      'December 31, 2023',
      'December 31, 2022',
    ]);
    expect(headsOf([day, [null, ['2023', 100, 120], ['July 29, 2023', 145, 175]]], two)).toEqual([
      'December 31, 2023',
      'July 29, 2023',
    ]);
  });

  it('gives a unit below the head of a right column to that column', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, ['Shares', 95, 125], ['Price', 145, 175], ['Date', 195, 225], ['Value', 245, 275]],
      [null, null, null, null, ['(in thousands)', 245, 275]],
    ];
    expect(headsOf(heads, four)).toEqual(['Shares', 'Price', 'Date', 'Value (in thousands)']);
  });

  it('gives a wide head over the middle of all columns to all of them', () => {
    const names: readonly Cell[] = [
      ...[null, ['A', 100, 120], ['B', 150, 170], ['C', 200, 220], ['D', 250, 270]],
    ] as readonly Cell[];
    const over: readonly Cell[] = [null, null, ['For the first quarter of:', 140, 235], null, null];
    expect(headsOf([over, names], four)).toEqual(
      ['A', 'B', 'C', 'D'].map((name) => `For the first quarter of: ${name}`),
    );
  });

  it('gives a head over an empty column to the free column next to it, but not one over words', () => {
    const heads: readonly Cell[] = [null, ['2023', 98, 122], ['2019', 176, 196], null];
    const row: readonly Cell[] = [label, ['1', 100, 120], null, ['2', 190, 210]];
    expect(headsOf([heads], row, row)).toEqual(['2023', '2019']);
    const words: readonly Cell[] = [label, ['1', 100, 120], ['Chair', 170, 186], ['2', 190, 210]];
    expect(headsOf([heads], words, words)).toEqual(['2023', '2019', '']);
  });

  it('gives a unit alone below the heads to all columns', () => {
    const two = [label, ['1', 100, 120], ['2', 150, 170]] as const;
    const years: readonly Cell[] = [null, ['2023', 100, 120], ['2022', 150, 170]];
    expect(headsOf([years, [null, ['(In millions)', 100, 120], null]], two)).toEqual([
      '2023 (In millions)',
      '2022 (In millions)',
    ]);
  });

  it('gives a word above the middle column of three to that column only', () => {
    const three = [label, ['1', 100, 120], ['2', 150, 170], ['3', 200, 220]] as const;
    const lower: readonly Cell[] = [null, ['Media', 96, 124], ['Advertising', 140, 180], ['All', 200, 220]];
    expect(headsOf([[null, null, ['Publishing and', 142, 178], null], lower], three)).toEqual([
      'Media',
      'Publishing and Advertising',
      'All',
    ]);
  });

  it('reads the further lines of texts as part of the row above, not as heads', () => {
    const rows: readonly (readonly Cell[])[] = [
      [
        ['Ann', 0, 20],
        ['59', 100, 110],
        ['Group President,', 150, 220],
      ],
      [null, null, ['Electronics', 150, 200]],
      [
        ['Ben', 0, 20],
        ['49', 100, 110],
        ['Chief', 150, 170],
      ],
      [
        ['Eve', 0, 20],
        ['51', 100, 110],
        ['Counsel', 150, 190],
      ],
    ];
    const heads: readonly (readonly Cell[])[] = [
      [
        ['Name', 0, 20],
        ['Age', 98, 114],
        ['Position', 150, 190],
      ],
    ];
    expect(headsOf(heads, ...rows)).toEqual(['Age', 'Position']);
    const table = dataTable({
      caption: [],
      heads: ['Name | Age | Position'],
      rows: rows.map((cells, line) => ({ text: text(cells), line })),
    });
    expect(table.rows[0]?.cells[1]?.text).toBe('Group President, Electronics');
  });

  it('reads dates next to a unit as heads of another block', () => {
    const heads: readonly (readonly Cell[])[] = [
      [null, ['Six Months Ended December 31, 2022', 80, 140], null],
    ];
    const rows: readonly (readonly Cell[])[] = [
      [['Net sales', 0, 40], ['545', 100, 120], null],
      [
        ['($ in millions)', 0, 50],
        ['December 31, 2022', 90, 130],
        ['June 30, 2022', 145, 175],
      ],
      [
        ['Total assets', 0, 40],
        ['981', 100, 120],
        ['1,337', 150, 170],
      ],
    ];
    expect(headsOf(heads, ...rows)).toEqual(['December 31, 2022', 'June 30, 2022']);
  });
});
