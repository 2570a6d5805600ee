import type { CellExtents } from './head-spans';

/** A row as its document prints it. */
export interface PrintedRow {
  readonly text: string;
  /** Returned with the row. */
  readonly line: number;
  readonly extents?: CellExtents;
  /** Distance of its upper edge from that of its page, in points, where it is known. */
  readonly top?: number;
}
