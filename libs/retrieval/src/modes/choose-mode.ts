import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import type { IndexInfo } from '@quarry/search-index';
import { Fault, MODE_TRAITS, type RetrievalMode } from '@quarry/turn';
import { bm25Mode } from './bm25.mode';
import type { RetrievalModeStrategy } from './mode';
import { semanticMode } from './semantic.mode';
import { strategyOf } from './strategies';

export interface ChosenMode {
  readonly strategy: RetrievalModeStrategy;
  /** Set where another mode than asked for is used: a sentence for the turn's log. */
  readonly fallback?: string;
}

/**
 * The mode that can be served now. Without vectors, keyword search stands in; without BM25 artifacts the pipeline's
 * `bm25_missing` decides (003 §4.3).
 * @throws Fault `bm25_missing`, `index_other_model`, `embedder_unavailable`.
 */
export function chooseMode(
  wanted: RetrievalMode,
  info: IndexInfo,
  embedder: Embedder | null,
  settings: Readonly<PipelineSettings>,
): ChosenMode {
  const strategy = strategyOf(wanted);
  const { byMeaning, byWords } = MODE_TRAITS[strategy.mode];
  const vectors = vectorsMissing(info, embedder);
  if (byWords && !info.bm25) {
    if (settings.bm25_missing === 'fail') {
      throw new Fault(
        'bm25_missing',
        `The index has no BM25 artifacts, and the pipeline says bm25_missing: fail. Index the repository again, or set bm25_missing: fallback.`,
      );
    }
    if (vectors !== null)
      throw new Fault(
        'bm25_missing',
        `The index has no BM25 artifacts, and there are no vectors either (${vectors}). Index the repository again.`,
      );
    return {
      strategy: semanticMode,
      fallback: `${wanted} is not possible, since the index has no BM25 artifacts: semantic search instead`,
    };
  }
  if (byMeaning && vectors !== null) {
    if (!info.bm25)
      throw new Fault(
        'embedder_unavailable',
        `Search by meaning is not possible: ${vectors}. Run: quarry setup, then quarry index PATH.`,
      );
    return {
      strategy: bm25Mode,
      fallback: `${wanted} is not possible, since ${vectors}: keyword search (BM25) instead`,
    };
  }
  return { strategy };
}

/** Why there is no search by meaning, or null where there is. */
function vectorsMissing(info: IndexInfo, embedder: Embedder | null): string | null {
  if (!info.embedder) return 'the index has no vectors';
  if (!embedder) return 'no embedding model is available';
  if (info.embedder.id !== embedder.id || info.embedder.dimension !== embedder.dimension) {
    throw new Fault(
      'index_other_model',
      `The index was built with embedding model '${info.embedder.id}' (${info.embedder.dimension} dimensions), but '${embedder.id}' (${embedder.dimension}) is configured. ` +
        'Set EMBEDDER_URL to the former, or build the index again: quarry index PATH --rebuild.',
    );
  }
  return info.pendingVectors === info.chunks && info.chunks > 0 ? 'the vectors are not computed yet' : null;
}
