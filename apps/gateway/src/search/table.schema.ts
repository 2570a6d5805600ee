import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, words } from '../http/fields';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

/** Maximum characters of a name. */
const MAX_NAME = 1_000;

/** Which tables to list: the body of `POST /v1/tables`, and in part the input of the MCP tool `fetch_table`. */
export const TABLE_LIST = z.strictObject({
  ...SNAPSHOT_FIELDS,
  document: words(MAX_NAME).optional().meta({
    example: 'halden-2023.pdf',
    description:
      'Path of a document, or its pages or sections as in `POST /v1/sections/text`. By default the tables of all documents are listed.',
  }),
  limit: integer(1, 1_000).default(200).describe('Maximum number of tables in the response.'),
  skip: integer(0, 10_000_000).default(0).describe('Number of tables to skip.'),
});

/** Which cells to read: the body of `POST /v1/tables/cells`, and in part the input of the MCP tool `fetch_table`. */
export const TABLE_CELLS = z.strictObject({
  ...SNAPSHOT_FIELDS,
  table: words(MAX_NAME).meta({
    example: 'halden-2023.pdf#income statement',
    description:
      'Id of a table as `PATH#table=N`, a statement or a title, with or without its document (`PATH#balance sheet`), or a page, a section or a path, which stand for all of their tables.',
  }),
  row: words(MAX_NAME).optional().meta({
    example: 'Net sales',
    description:
      'Label of a row, or a figure by its usual name, such as `revenue` or `capex`. By default all rows.',
  }),
  column: words(MAX_NAME).optional().meta({
    example: '2022',
    description:
      'Head of a column, or a part of it; `FY22` is 2022, `#2` the second column. By default all columns.',
  }),
  limit: integer(1, 1_000).default(200).describe('Maximum number of rows in the response.'),
  skip: integer(0, 10_000_000).default(0).describe('Number of rows to skip.'),
});

export class TablesInput extends createZodDto(TABLE_LIST) {}
export class TableCellsInput extends createZodDto(TABLE_CELLS) {}
