import type { Evidence } from '@quarry/turn';
import type { Line } from './lines';

/** One evidence item, read for a question. */
export interface ReadItem {
  readonly evidence: Evidence;
  readonly lines: readonly Line[];
  /** Score of each line: its share of the question's weight, adjusted by its kind. */
  readonly lineScores: readonly number[];
  /** Share (0..1) of the question's weight that the item contains. */
  readonly coverage: number;
  /** For ranking within this reading. */
  readonly score: number;
  /** Highest focus of a line: 1 if it defines or sets what the question asks about. */
  readonly focused: number;
  /** Numbers of the lines that state what the question quotes, of code that is no test. */
  readonly stating: readonly number[];
  /** True if it was requested and found. */
  readonly requested: boolean;
  /** True for a member of something that the question names as code does, or of a base of it. */
  readonly ofNamed: boolean;
  /** True if a line close to the question calls it. */
  readonly linked: boolean;
}
