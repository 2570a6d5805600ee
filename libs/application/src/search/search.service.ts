import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { PipelineSettings } from '@quarry/pipeline';
import { EMBEDDER, RERANKER, SEARCH_INDEX } from '@quarry/platform';
import { Retrieval, type RankedHit, type Stores } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import {
  notingLeftOut,
  type LeftOut,
  type PlanFilter,
  type RetrievalMode,
  type SnapshotRef,
} from '@quarry/turn';
import type { Caller } from '../access/caller';
import { withoutPlaces } from '../access/without-places';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

/** A search request. */
export interface SearchAsked extends WantedSnapshot {
  readonly query: string;
  /** `hybrid` by default. */
  readonly mode?: RetrievalMode;
  /** 8 by default. */
  readonly topK?: number;
  readonly filter?: PlanFilter;
}

/** The result of a search. */
export interface SearchMade {
  readonly ref: SnapshotRef;
  /** The mode that was used; `fallback` is the reason if it differs from the requested one. */
  readonly mode: RetrievalMode;
  readonly fallback: string | null;
  /** Names of repositories that were left out, because others are likelier. */
  readonly notSearched: readonly string[];
  /** Repositories that were left out, because they are damaged, each with the reason and how to repair it. */
  readonly damaged: readonly LeftOut[];
  readonly hits: readonly RankedHit[];
}

/** The default settings of a pipeline. */
const SETTINGS: PipelineSettings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });

/** Searches an index as a pipeline step does, but without a turn: nothing is judged, written or remembered. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
    @Optional() @Inject(RERANKER) private readonly reranker: Stores['reranker'] = null,
  ) {}

  /**
   * @throws Fault `repository_unknown`, `index_missing`, `index_other_model`, `bm25_missing`, `embedder_unavailable`,
   * `reranker_unavailable`, `store_unavailable`
   */
  async search(caller: Caller, asked: SearchAsked, signal: AbortSignal): Promise<SearchMade> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { index, embedder, reranker } = this;
    const stores = { index, embedder, reranker, snapshots: { resolve: () => Promise.resolve(ref) } };
    const { query, topK = SETTINGS.top_k, filter } = asked;
    const { result, leftOut } = await notingLeftOut(async () => {
      const retrieval = await Retrieval.open(stores, asked.mode ?? 'hybrid', SETTINGS);
      const [hits = []] = await retrieval.search([{ query, topK, filter }], signal);
      const { ref: searched, mode, fallback = null, notSearched } = retrieval;
      return { ref: searched, mode, fallback, notSearched, hits };
    });
    return { ...result, damaged: leftOut.map((one) => ({ ...one, reason: withoutPlaces(one.reason) })) };
  }
}
