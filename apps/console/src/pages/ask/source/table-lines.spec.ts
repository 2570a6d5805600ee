import type { TableOfSource } from './data';
import { linesOfTable, titleOf } from './table-lines';

const row = (line: number, group: string, cells: readonly [column: number, text: string][]) => ({
  ...{ label: `Row ${line}`, group, line, cited: line === 3 },
  cells: cells.map(([column, text]) => ({ column, text, cited: false })),
});

const table: TableOfSource = {
  ...{ title: 'Income', caption: [], above: 0, below: 0 },
  columns: [
    { column: 1, head: '2023' },
    { column: 3, head: '2021' },
  ],
  rows: [
    row(2, '', [[1, '7']]),
    row(3, 'Costs', [[3, '5']]),
    row(4, 'Costs', [
      [1, '6'],
      [3, '4'],
    ]),
  ],
};

describe('the lines of a cited table', () => {
  it('are its rows with a cell for each column, below the headings of their groups', () => {
    expect(
      linesOfTable(table).map((line) =>
        line.kind === 'group' ? line.text : line.cells.map((cell) => cell?.text ?? null),
      ),
    ).toEqual([['7', null], 'Costs', [null, '5'], ['6', '4']]);
  });

  it('mark the cited row only', () => {
    const cited = linesOfTable(table).filter((line) => line.kind === 'row' && line.cited);
    expect(cited.map(({ line }) => line)).toEqual([3]);
  });
});

describe('the title of a cited table', () => {
  it('states the unit once', () => {
    expect(titleOf({ title: 'Income', unit: 'millions EUR' })).toBe('Income (millions EUR)');
    expect(titleOf({ title: 'Income, in millions', unit: 'millions EUR' })).toBe('Income, in millions');
    expect(titleOf({ title: 'Income' })).toBe('Income');
  });
});
