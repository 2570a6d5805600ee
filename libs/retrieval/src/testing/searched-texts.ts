import { aContext } from '@quarry/engine/testing';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Reranker } from '@quarry/reranker';
import type { Hit, SearchIndex, SearchQuery } from '@quarry/search-index';
import { MODE_TRAITS, type PlanFilter, type RetrievalMode } from '@quarry/turn';
import type { RankedHit } from '../modes/mode';
import { strategyOf } from '../modes/strategies';
import { indexOf, topics } from './index-of';

const NO_FLOOR = { min_cosine: -1, min_term_share: 0, min_answerable: 0 };
/** `near` is nearest in meaning and has none of the words; `both` is third in meaning and has the rarest word. */
const TEXTS = {
  near: 'repeat repeat repeat',
  second: 'repeat repeat repeat bill alpha',
  both: 'repeat repeat bill gamma',
  words: 'gamma gamma gamma paint',
  more: 'gamma gamma paint colour',
  far: 'paint colour',
};
const REF = { repository: 'shop', snapshot: 'current' };

/** What a search gave, and what reached the index for it. */
export interface Searched {
  readonly hits: readonly RankedHit[];
  readonly symbols: readonly (string | undefined)[];
  /** How often the index was called. */
  readonly calls: number;
  readonly queries: readonly SearchQuery[];
  /** What the index gave for each of `queries`. */
  readonly lists: readonly (readonly Hit[])[];
}

/** A real index of six texts, to be searched by a mode without a relevance floor. */
export class SearchedTexts {
  private constructor(private readonly index: SearchIndex) {}

  static async open(texts: Readonly<Record<string, string>> = TEXTS): Promise<SearchedTexts> {
    return new SearchedTexts(await indexOf({ texts }));
  }

  close(): Promise<void> {
    return this.index.close();
  }

  async search(
    mode: RetrievalMode,
    request: {
      readonly query: string;
      readonly topK?: number;
      readonly filter?: PlanFilter;
      readonly codeFirst?: boolean;
    },
    settings: Partial<PipelineSettings> = {},
    reranker: Reranker | null = null,
  ): Promise<Searched> {
    const recorder = new Recorder(this.index);
    const info = await this.index.describe(REF);
    if (!info) throw new Error('no index');
    const [vector = null] = MODE_TRAITS[mode].byMeaning
      ? await topics.embed([request.query], { as: 'query' })
      : [];
    const [hits = []] = await strategyOf(mode).search(
      {
        index: recorder.index,
        ref: REF,
        info,
        settings: aContext({ settings: { relevance: NO_FLOOR, ...settings } }).settings,
        reranker,
      },
      [{ topK: 3, ...request, vector }],
      AbortSignal.timeout(60_000),
    );
    const { calls, queries, lists } = recorder;
    return { hits, symbols: hits.map(({ chunk }) => chunk.symbol), calls, queries, lists };
  }
}

/** The calls that reach the index, and what it gave. */
class Recorder {
  calls = 0;
  readonly queries: SearchQuery[] = [];
  readonly lists: (readonly Hit[])[] = [];
  readonly index: SearchIndex;

  constructor(real: SearchIndex) {
    this.index = new Proxy(real, {
      get: (target, name: keyof SearchIndex) => {
        if (name !== 'search') return target[name].bind(target);
        return async (ref: typeof REF, queries: readonly SearchQuery[]) => {
          this.calls += 1;
          this.queries.push(...queries);
          const lists = await target.search(ref, queries);
          this.lists.push(...lists);
          return lists;
        };
      },
    });
  }
}
