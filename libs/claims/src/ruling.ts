import type { ClaimStatus } from '@quarry/turn';

/** The verdict of code alone on a statement. */
export interface Ruling {
  readonly status: ClaimStatus;
  readonly why: string;
  /**
   * What can overrule it: nothing (`no`: a number, a code name or a quotation decided), similarity of meaning, or only
   * a model.
   */
  readonly open: 'no' | 'to meaning' | 'to a model';
  /** Share (0..1) of the sentence's terms in the best passage. */
  readonly share: number;
  /** Number of facts in the sentence. */
  readonly facts: number;
}
