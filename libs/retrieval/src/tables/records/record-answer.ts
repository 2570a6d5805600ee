import type { Reading } from './read-table';
import type { RecordRow, RecordTable } from './record-table';

/** The value of one group of rows, or of one row of an order. */
export interface RecordGroup {
  readonly label: string;
  /** A number in decimal digits. */
  readonly value: string;
  readonly rows: readonly RecordRow[];
}

/** An answer that is exact for the rows of one table. */
export interface RecordAnswer {
  readonly kind: 'answer';
  readonly table: RecordTable;
  readonly reading: Reading;
  /** A number in decimal digits, a percentage, or the text of a cell; of groups, that of the first. */
  readonly value: string;
  /** The rows that meet the filters; of a share, all rows that it is a part of. */
  readonly selected: readonly RecordRow[];
  /** The rows with the value, for the largest, the smallest and a single value; otherwise those that were combined. */
  readonly rows: readonly RecordRow[];
  /** The groups, or places of an order, that were asked for. */
  readonly groups?: readonly RecordGroup[];
  /** How many there are, with those that were not asked for. */
  readonly numberOfGroups?: number;
}
