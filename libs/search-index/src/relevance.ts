import { queryTerms } from './analysis';
import { containedTerms, wantedTerms } from './contained-terms';

/** A chunk, or any other text with a path, that is compared with a query. */
export interface Passage {
  readonly path: string;
  readonly symbol?: string;
  /** Caption and head of the table whose rows it begins with. */
  readonly tableHead?: string;
  readonly text: string;
}

/** Floors from a pipeline's settings (`relevance`). */
export interface RelevanceFloor {
  readonly min_cosine: number;
  readonly min_term_share: number;
}

/** Signals of a passage's relevance: cosine similarity (−1..1) and {@link termShares} (0..1), if known. */
export interface RelevanceSignals {
  readonly cosine?: number;
  readonly termShare?: number;
}

/**
 * Share (0..1) of the query's terms that each passage contains, weighted by rarity among the candidates: `w = ln(1 + N
 * / (1 + df))`. A rare term that no candidate contains keeps its weight, so that a query for something that does not
 * exist stays below the floor.
 *
 * @example
 * const passages = [{ path: 'a.ts', text: 'total of the invoice' }, { path: 'b.ts', text: 'refund' }];
 * termShares('invoice total', passages); // [1, 0]
 */
export function termShares(query: string, passages: readonly Passage[]): number[] {
  const terms = [...new Set(queryTerms(query))];
  if (terms.length === 0) return passages.map(() => 0);
  const wanted = wantedTerms(terms);
  const documents = passages.map(({ path, symbol, tableHead, text }) =>
    containedTerms(`${path} ${symbol ?? ''} ${tableHead ?? ''} ${text}`, wanted),
  );
  const weights = terms.map((term) => {
    const df = documents.filter((document) => document.has(term)).length;
    return Math.log(1 + passages.length / (1 + df));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return documents.map((document) => {
    const found = terms.reduce(
      (sum, term, index) => sum + (document.has(term) ? (weights[index] ?? 0) : 0),
      0,
    );
    return found / total;
  });
}

/** True if a passage counts as found: its meaning is near enough, or it contains enough of the query's words. */
export function isRelevant(floor: RelevanceFloor, signals: RelevanceSignals): boolean {
  return (signals.cosine ?? -1) >= floor.min_cosine || (signals.termShare ?? 0) >= floor.min_term_share;
}

/** Combines both signals in one number (0..1): the higher one. */
export function relevanceOf(signals: RelevanceSignals): number {
  return Math.min(1, Math.max(signals.cosine ?? -1, signals.termShare ?? 0, 0));
}
