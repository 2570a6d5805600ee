import type { Whereabouts } from '../evidence/whereabouts';

/** The place of a piece of evidence. */
export interface FoundPlace extends Whereabouts {
  /** Number with which the answer cites it. */
  readonly n: number;
}

/** A request or a query of a pass. */
export interface AskedItem {
  /** Text of the request, or of the query if there was no request yet. */
  readonly text: string;
  /** Number of hits above the relevance threshold, including those that another item also found. */
  readonly hits: number;
  readonly found: readonly FoundPlace[];
  /** Why it was not found and where it was searched for, in words; null if it was found, or while the search runs. */
  readonly notFound: { readonly why: string; readonly where: readonly string[] } | null;
}

/** What a pass requested, found and did not find. */
export interface PassReport {
  readonly pass: number;
  readonly asked: readonly AskedItem[];
  /** Other evidence of the pass: neighbours in the graph, and texts fetched by identity. */
  readonly alsoFound: readonly FoundPlace[];
  /** Evidence that came from the session's cache. */
  readonly fromCache: readonly FoundPlace[];
  /** Requests after the pass that were not searched for, and why. */
  readonly refused: readonly { readonly text: string; readonly why: string }[];
}
