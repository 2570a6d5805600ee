import type { DiffLine } from '../passages/diff-lines';

/** A place in a file of one revision. */
export interface RevisionPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * What happened between two revisions to lines that one of the answers cites. `moved`: the same lines stand elsewhere.
 * `changed`: they differ. `removed` and `added`: they are only in the older or the newer revision.
 */
export interface EvidenceChange {
  readonly change: 'same' | 'moved' | 'changed' | 'removed' | 'added';
  readonly repository: string | null;
  /** Name of what the lines define; null if they define nothing. */
  readonly symbol: string | null;
  /** Number in the older answer, and in the newer one; null if it does not cite the lines. */
  readonly citedAs: readonly [from: number | null, to: number | null];
  readonly from: RevisionPlace | null;
  readonly to: RevisionPlace | null;
  /** The lines of `changed`; empty for all others. */
  readonly diff: readonly DiffLine[];
}
