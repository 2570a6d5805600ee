import { queryTerms } from './analysis';
import { containedTerms, wantedTerms } from './contained-terms';
import { conceptsOf, type Concept } from './query-concepts';

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
 * exist stays below the floor. Periods, statements, and figures of reports count under any of their names
 * ({@link conceptsOf}).
 *
 * @example
 * const passages = [{ path: 'a.ts', text: 'total of the invoice' }, { path: 'b.ts', text: 'refund' }];
 * termShares('invoice total', passages); // [1, 0]
 */
export function termShares(query: string, passages: readonly Passage[]): number[] {
  const concepts = conceptsOf(query) ?? wordsAlone(query);
  if (concepts.length === 0) return passages.map(() => 0);
  const wanted = wantedTerms(concepts.flatMap(({ alternatives }) => alternatives.flat()));
  const documents = passages.map(({ path, symbol, tableHead, text }) =>
    containedTerms(`${path} ${symbol ?? ''} ${tableHead ?? ''} ${text}`, wanted),
  );
  const contained = documents.map((document) => concepts.map((concept) => holds(document, concept)));
  const weights = concepts.map((_concept, at) => {
    const df = contained.filter((holding) => holding[at]).length;
    return Math.log(1 + passages.length / (1 + df));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return contained.map((holding) => {
    const found = weights.reduce((sum, weight, at) => sum + (holding[at] ? weight : 0), 0);
    return found / total;
  });
}

/** A query whose words stand for themselves only. */
function wordsAlone(query: string): readonly Concept[] {
  return [...new Set(queryTerms(query))].map((term) => ({ alternatives: [[term]] }));
}

function holds(document: ReadonlySet<string>, { alternatives }: Concept): boolean {
  return alternatives.some((terms) => terms.every((term) => document.has(term)));
}

/** True if a passage counts as found: its meaning is near enough, or it contains enough of the query's words. */
export function isRelevant(floor: RelevanceFloor, signals: RelevanceSignals): boolean {
  return (signals.cosine ?? -1) >= floor.min_cosine || (signals.termShare ?? 0) >= floor.min_term_share;
}

/** Combines both signals in one number (0..1): the higher one. */
export function relevanceOf(signals: RelevanceSignals): number {
  return Math.min(1, Math.max(signals.cosine ?? -1, signals.termShare ?? 0, 0));
}
