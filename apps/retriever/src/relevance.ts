import { documentTerms, queryTerms, type Chunk } from '@quarry/search-index';
import type { RelevanceSettings } from '@quarry/pipeline';

/**
 * Share (0..1) of the query's terms that each chunk contains, weighed by rarity among the candidates:
 * `w = ln(1 + N / (1 + df))`. A rare term that no candidate has keeps its weight, so that a query for something that does
 * not exist stays below the floor.
 */
export function termShares(query: string, chunks: readonly Chunk[]): number[] {
  const terms = [...new Set(queryTerms(query))];
  if (terms.length === 0) return chunks.map(() => 0);
  const documents = chunks.map((chunk) => documentTerms(`${chunk.path} ${chunk.symbol ?? ''} ${chunk.text}`));
  const weights = terms.map((term) => {
    const df = documents.filter((document) => document.has(term)).length;
    return Math.log(1 + chunks.length / (1 + df));
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

/** True where a hit counts as found: near enough in meaning, or sharing enough of the query's words. */
export function isRelevant(
  settings: RelevanceSettings,
  signals: { readonly cosine?: number; readonly termShare?: number },
): boolean {
  return (signals.cosine ?? -1) >= settings.min_cosine || (signals.termShare ?? 0) >= settings.min_term_share;
}
