import type { TableOfSource } from './data';

type Row = TableOfSource['rows'][number];

/** A line of a table as it is shown: a heading within it, or a row with a cell (or none) for each column. */
export type TableLine =
  | { readonly kind: 'group'; readonly line: number; readonly text: string }
  | {
      readonly kind: 'row';
      readonly line: number;
      readonly label: string;
      readonly cited: boolean;
      readonly cells: readonly (Row['cells'][number] | null)[];
    };

/** The lines of a table: a heading above the first row that is below it, and cells in the order of the columns. */
export function linesOfTable({ columns, rows }: TableOfSource): readonly TableLine[] {
  return rows.flatMap((row, at): readonly TableLine[] => {
    const { line, label, cited, group } = row;
    const cells = columns.map(({ column }) => row.cells.find((cell) => cell.column === column) ?? null);
    const own: TableLine = { kind: 'row', line, label, cited, cells };
    const isNew = group !== '' && group !== rows[at - 1]?.group;
    return isNew ? [{ kind: 'group', line, text: group }, own] : [own];
  });
}

/** Its title with the unit of all values, where the title does not state it. */
export function titleOf({ title, unit }: Pick<TableOfSource, 'title' | 'unit'>): string {
  const states = unit !== undefined && title.toLowerCase().includes(unit.split(' ')[0] ?? unit);
  return unit === undefined || states ? title : `${title} (${unit})`;
}
