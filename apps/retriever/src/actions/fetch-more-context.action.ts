import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, RERANKER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import { asksAboutCode, Retrieval, type Stores, unmatchedFilter, wantedMode } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import {
  FILTER_RULE,
  RETRIEVAL_MODES,
  currentPass,
  defined,
  isFor,
  openNeeds,
  type Miss,
  type Need,
  type RetrievalMode,
  type Turn,
} from '@quarry/turn';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { bestOfAll } from '../best-of-all';
import { collect, searchMade, searchRecord } from '../found';
import { documentationQuery, withDocumentation } from '../with-documentation';
import { wholeDefinitions } from '../whole-definitions';
import { withNames } from '../with-names';
import { withoutSimilar, type SkippedQuery, type SplitQueries } from '../similar-queries';

/** Hits per requested item (000, `CGRAG_TARGETED_TOP_K`). */
const NEED_TOP_K = 3;

export class FetchParams {
  /** Retrieval mode; that of the router's plan by default. */
  @IsOptional() @IsIn(RETRIEVAL_MODES) mode?: RetrievalMode;
  /** Hits per query of the plan; the pipeline's `top_k` by default. */
  @IsOptional() @IsInt() @Min(1) @Max(200) top_k?: number;
  /**
   * Hits per requested item in later passes; by default the plan's number of hits, otherwise 3 (000: "lower top_k").
   */
  @IsOptional() @IsInt() @Min(1) @Max(200) need_top_k?: number;
  /** Skip queries that repeat an earlier one (004: cosine above `repeat_similarity`). */
  @IsOptional() @IsBoolean() skip_similar?: boolean;
  /** In the first pass, also look for the names of the question: what defines or sets them, and which occur nowhere. */
  @IsOptional() @IsBoolean() names?: boolean;
  /** In the first pass of a question how to use something, also search its documentation. */
  @IsOptional() @IsBoolean() documentation?: boolean;
  /**
   * In the first pass of a question about what code does, most hits are code of the product: pages, data, tests and
   * examples have a quarter of the places at most.
   */
  @IsOptional() @IsBoolean() code_first?: boolean;
  /**
   * Keep of the first pass only as many hits as one query returns by the pipeline's `top_k`: those that rank best in all
   * of the plan's queries together. Later passes have the breadth of the plan.
   */
  @IsOptional() @IsBoolean() narrow_first?: boolean;
}

/**
 * Phase D of 003 §4: searches for the plan's queries, or for later requests, in one batch. `nothing_new`: every query
 * repeats an earlier one, so nothing was searched (004, "No new queries").
 */
@Injectable()
@Action({
  name: 'fetch_more_context',
  outcomes: ['ok', 'nothing_found', 'nothing_new'],
  params: FetchParams,
  store: { name: 'search', lacks: 'without a search of the index' },
})
export class FetchMoreContextAction implements ActionHandler<FetchParams> {
  private readonly stores: Stores;

  constructor(
    @Inject(SEARCH_INDEX) index: SearchReader,
    @Inject(EMBEDDER) embedder: Embedder | null,
    @Inject(SNAPSHOTS) snapshots: SnapshotResolver,
    @Optional() @Inject(RERANKER) reranker: Stores['reranker'] = null,
  ) {
    this.stores = { index, embedder, reranker, snapshots };
  }

  async run(turn: Turn, params: FetchParams, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    const open = openNeeds(turn).filter((need) => isFor(need, 'search'));
    const later = currentPass(turn) > 1;
    if (later && open.length === 0)
      return { outcome: 'ok', note: 'everything that was requested has already been found' };
    const wantedQueries = later ? open.map((need) => need.text) : planned(turn);
    const topK = later
      ? (params.need_top_k ?? turn.plan?.topK ?? NEED_TOP_K)
      : (turn.plan?.topK ?? params.top_k ?? settings.top_k);

    const retrieval = await Retrieval.open(this.stores, wantedMode(turn, params.mode), settings);
    const { kept: queries, skipped } = params.skip_similar
      ? await this.split(turn, wantedQueries, context)
      : { kept: wantedQueries, skipped: [] };
    const question = workingQuestion(turn);
    const filter = turn.plan?.filter;
    const pages = params.documentation && !later ? documentationQuery(question, filter) : null;
    const isOfCode =
      params.code_first === true &&
      !later &&
      (filter?.languages ?? []).length === 0 &&
      asksAboutCode(question);
    const made = await retrieval.search(
      [
        ...queries.map((query, at) => ({
          ...{ query, topK, filter, codeFirst: isOfCode },
          ...(later || at > 0 ? {} : { question }),
        })),
        ...(pages ? [pages] : []),
      ],
      context.signal,
      turn.standing ? [] : [question],
    );
    const wide = made.slice(0, queries.length);
    const narrow = params.narrow_first && !later ? bestOfAll(wide, settings.top_k) : wide;
    const hits = pages ? withDocumentation(narrow, made.at(-1) ?? []) : narrow;
    const coverage = turn.standing ? null : await retrieval.coverageOf(question, filter, context.signal);
    const { ref, mode, fallback, notSearched } = retrieval;
    const lists = await wholeDefinitions(this.stores.index, ref, hits);
    const how = { ref, mode, notSearched, ...defined({ fallback }) };
    const names = params.names && coverage ? await retrieval.namesOf(question, filter) : null;
    const places = (names?.places ?? []).map(({ name, chunk }) => ({ name, chunk, relevance: 1 }));
    const [named = []] = await wholeDefinitions(this.stores.index, ref, [places]);
    const found = withNames(turn, collect(turn, { ...how, queries, lists }), { ref, places: named });
    const unmatched =
      found.hits === 0 && turn.evidence.length === 0
        ? await unmatchedFilter(this.stores.index, ref, filter)
        : null;
    const pass = currentPass(turn);
    const notMade = skipped.map(({ query, why }) => ({ ...searchRecord(pass, how, query), skipped: why }));
    for (const event of [...found.events, ...notMade.map((search) => searchMade(search, []))])
      await context.emit(event);
    const notes = [
      ...(fallback === undefined ? [] : [fallback]),
      ...(notSearched.length > 0 ? [`${notSearched.length} less likely repositories not searched`] : []),
      ...(unmatched === null ? [] : [unmatched]),
      ...(skipped.length > 0 ? [`${skipped.length} skipped because they repeat earlier ones`] : []),
      `${found.hits} relevant, ${found.added} new`,
    ];
    return {
      outcome: queries.length === 0 ? 'nothing_new' : found.hits === 0 ? 'nothing_found' : 'ok',
      patch: {
        ...found.patch,
        ...(coverage ? { standing: { ...coverage, ...(names ? { names: names.names } : {}) } } : {}),
        searches: [...found.patch.searches, ...notMade],
        ...refuse(found.patch.needs, turn.misses, skipped, pass),
        ...(queries.length === 0 ? { stop: NO_NEW_QUERIES } : {}),
        ...(unmatched === null ? {} : { stop: { rule: FILTER_RULE, reason: unmatched } }),
      },
      note: notes.join('; '),
    };
  }

  private split(turn: Turn, queries: readonly string[], context: HopContext): Promise<SplitQueries> {
    const former = turn.searches.filter(({ skipped }) => skipped === undefined).map(({ query }) => query);
    return withoutSimilar(queries, former, {
      embedder: this.stores.embedder,
      threshold: context.settings.repeat_similarity,
      signal: context.signal,
    });
  }
}

/** 004, stopping criterion 3. */
const NO_NEW_QUERIES = {
  rule: 'no_new_queries',
  reason: 'every follow-up query repeats an earlier one',
};

function planned(turn: Turn): readonly string[] {
  const queries = turn.plan?.queries ?? [];
  return queries.length > 0 ? queries : [workingQuestion(turn)];
}

/** Turns requests with skipped queries into misses, with the reason. */
function refuse(
  needs: readonly Need[],
  misses: readonly Miss[],
  skipped: readonly SkippedQuery[],
  pass: number,
): { readonly needs: readonly Need[]; readonly misses: readonly Miss[] } {
  const why = new Map(skipped.map((item) => [item.query, item.why]));
  const refused = needs.filter((need) => need.status === 'open' && why.has(need.text));
  return {
    needs: needs.map((need) => (refused.includes(need) ? { ...need, status: 'missed' } : need)),
    misses: [...misses, ...refused.map(({ text }) => ({ pass, text, why: why.get(text) ?? '', where: [] }))],
  };
}
