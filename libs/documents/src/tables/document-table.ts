/** A table of a document's text. Lines from 1, inclusive. */
export interface DocumentTable {
  /** First line of its caption and unit, or of its rows without one. */
  readonly from: number;
  /** Lines at the end of the page before that introduce it: their first and last. */
  readonly introduced?: readonly [first: number, last: number];
  /** First row: the first head row of a table with heads. */
  readonly start: number;
  /** Last head row; `start - 1` without one. */
  readonly headEnd: number;
  readonly end: number;
  /** The first block of the table, if it is a further one with heads of its own: that block has caption and unit. */
  readonly block?: DocumentTable;
  /** Its first part, if it continues a table of the page before: that part has the heads of its columns. */
  readonly continues?: DocumentTable;
}
