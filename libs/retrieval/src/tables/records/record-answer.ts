import type { Reading } from './read-table';
import type { RecordRow, RecordTable } from './record-table';

/** An answer that is exact for the rows of one table. */
export interface RecordAnswer {
  readonly kind: 'answer';
  readonly table: RecordTable;
  readonly reading: Reading;
  /** A number in decimal digits, or the text of a cell. */
  readonly value: string;
  /** The rows that meet the filters. */
  readonly selected: readonly RecordRow[];
  /** The rows with the value, for the largest, the smallest and a single value; otherwise those that were combined. */
  readonly rows: readonly RecordRow[];
}
