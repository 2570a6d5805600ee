import type { Column } from '../columns';
import type { RecordRow } from '../record-table';

/** A condition that a row must meet. */
export interface Filter {
  readonly column: Column;
  /** The column that it is compared with. */
  readonly other?: Column;
  /** As it is shown: `state = AK`. */
  readonly shown: string;
  /** True if it names a value, rather than a bound. */
  readonly isValue: boolean;
  /** Where the question says it: the position of its first word. */
  readonly from: number;
  readonly accepts: (row: RecordRow) => boolean;
}
