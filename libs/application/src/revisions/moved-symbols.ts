import type { EvidenceChange, RevisionPlace } from './evidence-change';

/** A definition that is in another file than before. */
export interface MovedSymbol {
  readonly symbol: string;
  readonly repository: string | null;
  readonly from: RevisionPlace;
  readonly to: RevisionPlace;
}

/**
 * The definitions among the evidence that moved to another file, changed or not, each once.
 *
 * @example
 * movedSymbols(comparison.evidence).map(({ symbol, to }) => `${symbol} is in ${to.path} now`);
 */
export function movedSymbols(evidence: readonly EvidenceChange[]): readonly MovedSymbol[] {
  const moved = evidence.flatMap(({ symbol, repository, from, to }): MovedSymbol[] =>
    symbol !== null && from && to && from.path !== to.path ? [{ symbol, repository, from, to }] : [],
  );
  return moved.filter(
    (each, at) =>
      moved.findIndex((other) => other.symbol === each.symbol && other.to.path === each.to.path) === at,
  );
}
