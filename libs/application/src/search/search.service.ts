import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { PipelineSettings } from '@quarry/pipeline';
import { EMBEDDER, SEARCH_INDEX } from '@quarry/platform';
import { Retrieval, type RankedHit } from '@quarry/retrieval';
import type { SearchIndex } from '@quarry/search-index';
import type { PlanFilter, RetrievalMode, SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

/** What is sought, and how. */
export interface SearchAsked extends WantedSnapshot {
  readonly query: string;
  /** `hybrid` by default. */
  readonly mode?: RetrievalMode;
  /** 8 by default. */
  readonly topK?: number;
  readonly filter?: PlanFilter;
}

/** What a search brought, best first. */
export interface SearchMade {
  readonly ref: SnapshotRef;
  /** The mode that served it; `fallback` says why where it is another one than was asked for. */
  readonly mode: RetrievalMode;
  readonly fallback: string | null;
  readonly hits: readonly RankedHit[];
}

/** Settings of a pipeline that says nothing of its own. */
const SETTINGS: PipelineSettings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });

/** Searches an index as a pipeline's step does, without a turn: nobody judges, writes or remembers anything. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
  ) {}

  /** @throws Fault `repository_unknown`, `index_missing`, `index_other_model`, `bm25_missing`, `embedder_unavailable`, `store_unavailable` */
  async search(caller: Caller, asked: SearchAsked, signal: AbortSignal): Promise<SearchMade> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { index, embedder } = this;
    const stores = { index, embedder, snapshots: { resolve: () => Promise.resolve(ref) } };
    const retrieval = await Retrieval.open(stores, asked.mode ?? 'hybrid', SETTINGS);
    const { query, topK = SETTINGS.top_k, filter } = asked;
    const [hits = []] = await retrieval.search([{ query, topK, filter }], signal);
    return { ref, mode: retrieval.mode, fallback: retrieval.fallback ?? null, hits };
  }
}
