import type { Chunk, IndexInfo, SearchReader } from '@quarry/search-index';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Reranker } from '@quarry/reranker';
import type { PlanFilter, RetrievalMode, SnapshotRef } from '@quarry/turn';
import { codeFirst } from './code-first';

/** As many candidates more where code may stand below many pages. */
const WIDER = 2;

/** One query of a batch. `vector` is null where the mode needs none. */
export interface ModeRequest {
  readonly query: string;
  readonly vector: Float32Array | null;
  readonly topK: number;
  readonly filter?: PlanFilter;
  /** Whether most hits shall be code of the product, as {@link codeFirst} orders them. */
  readonly codeFirst?: boolean;
  /** The question, where the query is not the question itself. */
  readonly question?: string | undefined;
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

/** The candidates as the request wants them: in their order, or code first. */
export function inWantedOrder<T extends Pick<RankedHit, 'chunk'>>(
  candidates: readonly T[],
  { codeFirst: isWanted = false, topK }: ModeRequest,
): readonly T[] {
  return isWanted ? codeFirst(candidates, topK) : candidates;
}

/** How many candidates are ranked before the best `topK` are kept (003 §4.2). */
export function widen(
  { rerank }: Readonly<PipelineSettings>,
  { topK, codeFirst: isWanted = false }: Pick<ModeRequest, 'topK' | 'codeFirst'>,
): number {
  return Math.max(rerank.widen_min, rerank.widen_factor * topK) * (isWanted ? WIDER : 1);
}
