import { sheetFile } from '../../testing/sheet-file';
import { recordTables, type RecordTable } from './record-table';

/** A sheet as it is stored, whose first line is marked as a head. */
function sheet(lines: readonly string[]): readonly RecordTable[] {
  const { tables, ...file } = sheetFile('book.xlsx', lines);
  return recordTables({ ...file, tables: tables.map((table) => ({ ...table, format: 'xlsx' as const })) });
}

const ROWS = ['Ann | North | 10 | 2020-01-03', 'Bob | South | 20 | 2020-02-03', 'Cy | North |  | 2020-02-04'];

describe('the records of a sheet', () => {
  it('are below titles and above notes and totals, which are left out', () => {
    const [table] = sheet([
      'Sales of the year |  |  | ',
      'as of | today |  | ',
      'Name | Region | Sold | Date',
      ...ROWS,
      'Total |  | 30 | ',
      'a note |  |  | ',
    ]);
    expect(table).toMatchObject({ columns: ['Name', 'Region', 'Sold', 'Date'], totals: 1, notes: 3 });
    expect(table?.rows.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(table?.rows.at(-1)?.cells).toEqual(['Cy', 'North', '', '2020-02-04']);
  });

  it('may begin behind empty columns, with notes beside them', () => {
    const [table] = sheet([
      ' | Name | Region |  | Sold',
      ' | Ann | North | see below | 1',
      ' | Bob | South |  | 2',
    ]);
    expect(table).toMatchObject({ columns: ['Name', 'Region', 'Sold'] });
    expect(table?.rows[0]?.cells).toEqual(['Ann', 'North', '1']);
  });

  it.each([
    [
      'a report of blocks',
      ['Name | Region | Sold', 'Europe |  | ', 'Ann | North | 1', 'Asia |  | ', 'Bob | South | 2'],
    ],
    ['lines without a head', ['1 | 2 | 3', '4 | 5 | 6', '7 | 8 | 9']],
    ['a head that names two columns alike', ['Name | Sold | Sold', 'Ann | 1 | 2', 'Bob | 3 | 4']],
  ])('are none in %s', (_what, lines) => {
    expect(sheet(lines)).toEqual([]);
  });
});
