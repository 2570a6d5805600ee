import { dataTable, type DataCell } from './data-table';
import { isYear } from './printed';

/** A row of a spreadsheet or a CSV file. Its cells include that of the first column, which has the number 0. */
export interface SheetRow {
  readonly label: string;
  readonly group: string;
  readonly cells: readonly Pick<DataCell, 'column' | 'head' | 'text' | 'unit'>[];
}

/**
 * The rows of a table from a CSV file: its first line is the head, whatever its cells are, and every other line is a
 * row (`2004-01-01 | Renewables | 1963` is no head, although 1963 reads as a year).
 *
 * @example
 * const [row] = plainRows(['year | source | net', '2016 | Coal | 28437']);
 * row?.cells[1]; // { column: 1, head: 'source', text: 'Coal' }
 */
export function plainRows([first = '', ...lines]: readonly string[]): readonly SheetRow[] {
  const heads = textsOf(first);
  return lines.map((line) => {
    const cells = textsOf(line).flatMap((text, column) =>
      text === '' ? [] : [{ column, head: heads[column] ?? '', text }],
    );
    return { label: cells.find(({ column }) => column === 0)?.text ?? '', group: '', cells };
  });
}

/** The rows of a table from a spreadsheet, whose blocks may have heads of their own. */
export function sheetRows(lines: readonly string[], caption: readonly string[] = []): readonly SheetRow[] {
  const heads = hasPlainHead(lines) ? lines.slice(0, 1) : [];
  const table = dataTable({
    caption,
    heads,
    rows: lines.slice(heads.length).map((text, line) => ({ text, line })),
  });
  const labels = textsOf(heads[0] ?? '')[0] ?? '';
  return table.rows.map(({ label, group, cells }) => ({
    ...{ label, group },
    cells: [...(label === '' ? [] : [{ column: 0, head: labels, text: label }]), ...cells],
  }));
}

/** Whether the first line has a name over each column, as tables of records have. */
function hasPlainHead([first = '', second = '']: readonly string[]): boolean {
  const cells = textsOf(first);
  return (
    cells.length === textsOf(second).length && cells.every((cell) => /\p{L}/u.test(cell) || isYear(cell))
  );
}

function textsOf(line: string): readonly string[] {
  return line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
