import type { PickedRow, StoredTable } from '@quarry/retrieval';
import { defined, readByOcr } from '@quarry/turn';
import type { Palette } from './palette';
import { printable } from './printable';

/** Longest list of heads on a line, in characters. */
const LONGEST = 100;

/** A table for programs, without its cells. */
export function tableAsJson(table: StoredTable): object {
  const { id, path, repository, title, caption, heads, columns, unit, rows, section, range } = table;
  return {
    ...{ id, path, ...defined({ repository }), title, caption, heads },
    ...{ columns: columns.map(({ head }) => head), ...defined({ unit }), rows: rows.length },
    ...{ pages: table.pages.map(({ page }) => page), ...defined({ section, range }) },
  };
}

/** Tables with their places, a line each, and their heads below. */
export function renderTables(tables: readonly StoredTable[], { bold, dim }: Palette): string {
  return tables
    .map((table) => {
      const { rows } = table;
      const { id, title, columns, unit } = namesOf(table);
      const place = placeOf(table);
      const about = [place, unit ?? '', `${rows.length} row${rows.length === 1 ? '' : 's'}`];
      const heads = columns.map(({ head }) => head).filter((head) => head !== '');
      const shown = cut(heads.join(' · '));
      return (
        `${bold(title)}  (${about.filter((part) => part !== '').join(', ')})\n  ${dim(id)}\n` +
        (shown === '' ? '' : `  ${shown}\n`)
      );
    })
    .join('');
}

/** Cells by table and row, each with its head. */
export function renderCells(picked: readonly PickedRow[], { bold, dim }: Palette): string {
  const lines: string[] = [];
  let table: StoredTable | undefined;
  let group = '';
  for (const one of picked) {
    if (one.table !== table) {
      ({ table } = one);
      const { id, title, unit } = namesOf(table);
      const about = [placeOf(table), unit ?? ''].filter((part) => part !== '').join(', ');
      lines.push(`${bold(title)}  ${dim(about === '' ? id : `${id}, ${about}`)}`);
      group = '';
    }
    const row = printable(one.row);
    if (row.group !== group && row.group !== '') lines.push(`  ${row.group}`);
    group = row.group;
    const indent = group === '' ? '  ' : '    ';
    const { ocr } = one.table.places.get(row.line) ?? {};
    const read = ocr === undefined ? '' : `  ${dim(`(${readByOcr(ocr)})`)}`;
    lines.push(`${indent}${row.label === '' ? '(no label)' : row.label}${read}`);
    for (const cell of printable(one.cells)) {
      const unit = cell.unit === undefined || cell.unit === table.unit ? '' : `  (${cell.unit})`;
      lines.push(`${indent}  ${cell.head === '' ? `#${cell.column}` : cell.head}: ${cell.text}${unit}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function namesOf({
  id,
  title,
  columns,
  unit,
}: StoredTable): Pick<StoredTable, 'id' | 'title' | 'columns' | 'unit'> {
  return printable({ id, title, columns, ...defined({ unit }) });
}

function placeOf({ pages, range }: StoredTable): string {
  const [first, last] = [pages[0]?.page, pages.at(-1)?.page];
  if (range !== undefined) return range;
  if (first === undefined) return '';
  return first === last ? `page ${first}` : `pages ${first}–${last}`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
