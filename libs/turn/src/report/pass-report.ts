import type { Whereabouts } from '../evidence/whereabouts';

/** Where a piece of evidence stands. */
export interface FoundPlace extends Whereabouts {
  /** Number by which the answer cites it. */
  readonly n: number;
}

/** One thing that a pass looked for. */
export interface AskedItem {
  /** The request, or, where nobody requested anything yet, the query. */
  readonly text: string;
  /** Hits above the relevance floor, those that another item found as well included. */
  readonly hits: number;
  readonly found: readonly FoundPlace[];
  /** Why it counts as not found, and where was looked, in words; null where it was found, or while it is looked for. */
  readonly notFound: { readonly why: string; readonly where: readonly string[] } | null;
}

/** What one pass asked for, found and did not find. */
export interface PassReport {
  readonly pass: number;
  readonly asked: readonly AskedItem[];
  /** Evidence that the pass found beside what was asked for: neighbours in the graph, texts by identity. */
  readonly alsoFound: readonly FoundPlace[];
  /** Evidence that came from the session's cache. */
  readonly fromCache: readonly FoundPlace[];
  /** What was requested after the pass and not looked for, and why. */
  readonly refused: readonly { readonly text: string; readonly why: string }[];
}
