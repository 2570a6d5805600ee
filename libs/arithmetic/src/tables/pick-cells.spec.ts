import { dataTable } from './data-table';
import { cellsIn, rowsNamed } from './pick-cells';

const TABLE = dataTable({
  caption: ['(in millions)'],
  heads: [' | Year ended December 31, 2023 | Year ended December 31, 2022'],
  rows: [
    'Net sales | 5,298 | 4,900',
    'Cost of sales | (3,322) | (3,000)',
    'Other:',
    'Sales of land | 7 | 8',
    'Purchases of property, plant and equipment | (90) | (80)',
  ].map((text, line) => ({ text, line })),
});

describe('months', () => {
  const months = dataTable({
    caption: [],
    heads: [' | Aug-2015 | Sept. 2015'],
    rows: ['Oct 2014 | 3 | 4'].map((text, line) => ({ text, line })),
  });

  it('are the same in full and abbreviated, in labels and in heads', () => {
    const [row] = rowsNamed(months, 'October 2014');
    expect(row?.label).toBe('Oct 2014');
    expect(row && cellsIn(row, 'August 2015').map(({ text }) => text)).toEqual(['3']);
    expect(row && cellsIn(row, 'Sep 2015').map(({ text }) => text)).toEqual(['4']);
  });
});

describe('rowsNamed', () => {
  it.each([
    ['net sales', ['Net sales']],
    ['revenue', ['Net sales']],
    ['capex', ['Purchases of property, plant and equipment']],
    ['Other: sales of land', ['Sales of land']],
    ['cost', ['Cost of sales']],
    ['land sale', ['Sales of land']],
    ['goodwill', []],
    ['', []],
  ])('%s', (name, labels) => {
    expect(rowsNamed(TABLE, name).map(({ label }) => label)).toEqual(labels);
  });
});

it('finds a row by its texts and years in other columns', () => {
  const table = dataTable({
    caption: [],
    heads: ['state | source | year | jobs'],
    rows: ['Iowa | Coal | 2016 | 2017', 'Iowa | Wind | 2016 | 7', 'Iowa | Wind | 2017 | 8'].map(
      (text, line) => ({
        ...{ text, line },
      }),
    ),
  });
  const lines = (name: string): readonly number[] => rowsNamed(table, name).map(({ line }) => line);
  expect(lines('Wind 2017')).toEqual([2]);
  expect(lines('Iowa Wind')).toEqual([1, 2]);
  expect(lines('Wind 8')).toEqual([]);
});

describe('cellsIn', () => {
  const [row] = TABLE.rows;
  it.each([
    ['2022', ['4,900']],
    ['FY22', ['4,900']],
    ['fiscal year 2023', ['5,298']],
    ['December 31, 2022', ['4,900']],
    ['#1', ['5,298']],
    ['year ended', ['5,298', '4,900']],
    ['2021', []],
    ['', []],
  ])('%s', (name, texts) => {
    expect(row && cellsIn(row, name).map(({ text }) => text)).toEqual(texts);
  });

  it('accepts a head that is shorter than the name', () => {
    const short = dataTable({
      caption: [],
      heads: [' | 2023 | 2022'],
      rows: [{ text: 'A | 1 | 2', line: 1 }],
    });
    expect(short.rows.flatMap((one) => cellsIn(one, 'December 31, 2022')).map(({ text }) => text)).toEqual([
      '2',
    ]);
  });
});
