import { findRetrievalMode, type RetrievalMode } from '@quarry/turn';
import { bm25Mode } from './bm25.mode';
import { hybridMode } from './hybrid.mode';
import type { RetrievalModeStrategy } from './mode';
import { semanticRerankMode } from './semantic-rerank.mode';
import { semanticMode } from './semantic.mode';

/** How each mode of the registry in `libs/turn` ranks: a mode without a line here does not compile. */
const STRATEGIES: { readonly [M in RetrievalMode]: RetrievalModeStrategy<M> } = {
  semantic: semanticMode,
  semantic_rerank: semanticRerankMode,
  bm25: bm25Mode,
  hybrid: hybridMode,
};

/**
 * The strategy of a mode. A stored plan of another version may name a mode that is not there: it is searched as hybrid.
 * @example strategyOf('bm25').mode // 'bm25'
 */
export function strategyOf(mode: string): RetrievalModeStrategy {
  return STRATEGIES[findRetrievalMode(mode) ?? 'hybrid'];
}
