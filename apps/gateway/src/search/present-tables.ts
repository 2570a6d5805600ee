import type { CellsRead, TablesListed } from '@quarry/application/search';
import { defined } from '@quarry/turn';
import { lookedIn } from './present-search';
import type { TableCellsDto, TableEntryDto, TableListDto } from './table.dto';

/** Which part of a list is shown. */
interface Part {
  readonly skip?: number;
  readonly limit?: number;
}

export function presentTables(
  { ref, tables, unread }: TablesListed,
  { skip = 0, limit = 200 }: Part,
): TableListDto {
  const shown = tables.slice(skip, skip + limit).map(entryOf);
  return { ...lookedIn(ref), tables: shown, total: tables.length, unread };
}

export function presentCells(
  { ref, tables, rows }: CellsRead,
  { skip = 0, limit = 200 }: Part,
): TableCellsDto {
  const shown = rows.slice(skip, skip + limit);
  const own = tables.filter(({ id }) => shown.some(({ table }) => table === id)).map(entryOf);
  return { ...lookedIn(ref), tables: own, rows: shown, total: rows.length };
}

function entryOf(table: TablesListed['tables'][number]): TableEntryDto {
  const { id, path, repository, title, caption, heads, unit, section, startLine, endLine, range } = table;
  const [startPage, endPage] = [table.pages[0]?.page, table.pages.at(-1)?.page];
  return {
    ...{ id, path, title, caption, heads, startLine, endLine },
    columns: table.columns.map(({ head }) => head),
    rows: table.rows.length,
    ...defined({ repository, unit, section, startPage, endPage, range }),
  };
}
