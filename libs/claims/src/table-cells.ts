import {
  isShare,
  matchesNumber,
  type NumberInText,
  scaleOf,
  type TableCell,
  type TableRow,
  unitOf,
  wholeNumber,
} from '@quarry/arithmetic';
import type { ClaimStatus } from '@quarry/turn';

/** The verdict of a table on a sentence about its figures. */
export interface TableRuling {
  readonly status: ClaimStatus;
  readonly why: string;
  readonly open: 'no' | 'to a model';
}

/** A row of a table that a sentence names. */
export interface NamedRow {
  /** Number of its evidence. */
  readonly n: number;
  readonly row: TableRow;
  /** Words of its label that the sentence has. */
  readonly words: number;
  /** Telling words of the sentence that neither the row nor its table has. */
  readonly outside: readonly string[];
}

export const YEAR = /(?<![\d$]|\d[.,])(?:19|20)\d\d(?!\d|[.,]\d|\s?%)/g;

/** The years that the head of a column names. */
export function yearsOf(header: string): readonly string[] {
  return header.match(YEAR) ?? [];
}

/** The number of a cell as a plain decimal, negative in brackets; undefined for other text. */
export function valueOf({ text }: TableCell): string | undefined {
  return wholeNumber(text.replace(/\s/g, ''))?.value;
}

/** Whether a figure of a sentence is that of a cell, in the unit of its table. A currency alone is no scale. */
export function isFigure(figure: NumberInText, row: TableRow, cell: TableCell): boolean {
  const value = valueOf(cell);
  const unit = unitOf(row, cell);
  const known = unit !== undefined && (isShare(unit) || scaleOf(unit) > 0);
  return value !== undefined && matchesNumber(figure, value, known ? { unit } : {});
}
