import type { Evidence } from '@quarry/turn';
import type { Line } from './lines';

/** One evidence item, read with the question in mind. */
export interface ReadItem {
  readonly evidence: Evidence;
  readonly lines: readonly Line[];
  /** For each line: share of the question's weight that it bears, by its kind. */
  readonly lineScores: readonly number[];
  /** Share (0..1) of the question's weight that the item bears anywhere. */
  readonly coverage: number;
  /** For ranking within this reading. */
  readonly score: number;
  /** True where it was asked for and found. */
  readonly requested: boolean;
  /** True where a line that is near to the question calls it. */
  readonly linked: boolean;
}
