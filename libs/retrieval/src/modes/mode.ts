import type { Chunk, IndexInfo, SearchReader } from '@quarry/search-index';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Reranker } from '@quarry/reranker';
import type { PlanFilter, RetrievalMode, SnapshotRef } from '@quarry/turn';

/** One query of a batch. `vector` is null where the mode needs none. */
export interface ModeRequest {
  readonly query: string;
  readonly vector: Float32Array | null;
  readonly topK: number;
  readonly filter?: PlanFilter;
}

export interface RankedHit {
  readonly chunk: Chunk;
  /** 0..1; see {@link RetrievalModeStrategy}. */
  readonly relevance: number;
}

export interface ModeSource {
  readonly index: SearchReader;
  readonly ref: SnapshotRef;
  readonly info: IndexInfo;
  readonly settings: Readonly<PipelineSettings>;
  readonly reranker: Reranker | null;
}

/**
 * One way of ranking chunks. All queries of a call go to the index together. Lists are best first, at most `topK` long,
 * and hold only hits above the relevance floor, so that "nothing found" exists.
 */
export interface RetrievalModeStrategy<M extends RetrievalMode = RetrievalMode> {
  readonly mode: M;
  search(
    source: ModeSource,
    requests: readonly ModeRequest[],
    signal: AbortSignal,
  ): Promise<readonly (readonly RankedHit[])[]>;
}

/** The vector of a request of a mode that needs one. */
export function vectorOf(request: ModeRequest): Float32Array {
  if (!request.vector) throw new TypeError('This retrieval mode needs a query vector.');
  return request.vector;
}

/** How many candidates are ranked before the best `topK` are kept (003 §4.2). */
export function widen(settings: Readonly<PipelineSettings>, topK: number): number {
  return Math.max(settings.rerank.widen_min, settings.rerank.widen_factor * topK);
}
