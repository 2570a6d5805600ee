import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { type SectionSource, SectionTrees } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { defined, openCalls, type Need, type Search, type Turn } from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { servedByStore, servedByTurn } from '../section/serve-call';

export class FetchSectionParams {
  /** Maximum characters of one page of a section. */
  @IsInt() @Min(200) @Max(100_000) max_characters = 6_000;
}

/**
 * Serves calls of `fetch_section`: reads text by location instead of search, page by page, and suggests similar ids if
 * a section does not exist. An extraction does not reread what an earlier pass has read (001, "extraction caching").
 */
@Injectable()
@Action({
  name: 'fetch_section',
  outcomes: ['found', 'not_found'],
  params: FetchSectionParams,
  store: { name: 'search', lacks: 'without the requested sections' },
})
export class FetchSectionAction implements ActionHandler<FetchSectionParams> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: FetchSectionParams, context: HopContext): Promise<ActionResult> {
    const calls = openCalls(turn, 'fetch_section');
    if (calls.length === 0) return { outcome: 'not_found', note: 'no section was requested' };
    let source: Omit<SectionSource, 'turn'> | null = null;
    let after = turn;
    for (const need of calls) {
      const known = servedByTurn(after, need);
      if (known) after = known;
      else {
        source ??= await this.source(turn, context);
        after = await servedByStore(after, need, source, params.max_characters);
      }
    }
    const { evidence, searches, needs, extraction } = after;
    const made = searches.slice(turn.searches.length);
    for (const search of made) await context.emit(searchMade(search, after));
    const found = calls.filter((call) => isServed(needs, call)).length;
    return {
      outcome: found > 0 ? 'found' : 'not_found',
      patch: { evidence, searches, needs, ...(turn.extraction ? { extraction } : {}) },
      note: noteOn(calls, found, turn, after),
    };
  }

  private async source(turn: Turn, { settings }: HopContext): Promise<Omit<SectionSource, 'turn'>> {
    const ref = await this.snapshots.resolve(settings);
    return { index: this.index, ref, trees: new SectionTrees(this.index, ref, turn.plan?.filter) };
  }
}

function isServed(needs: readonly Need[], { id }: Need): boolean {
  return needs.some((need) => need.id === id && need.status === 'resolved');
}

function noteOn(calls: readonly Need[], found: number, before: Turn, after: Turn): string {
  const made = after.searches.length - before.searches.length;
  const known = calls.length - made;
  return [
    `${found} of ${calls.length} section${calls.length === 1 ? '' : 's'} found, ${after.evidence.length - before.evidence.length} new`,
    ...(known > 0 ? [`${known} already read`] : []),
  ].join('; ');
}

/** The log event of a fetched section. */
function searchMade(search: Search, { evidence }: Turn): Parameters<HopContext['emit']>[0] {
  const { pass, mode, query, index } = search;
  const hits = evidence
    .filter((item) => search.hits > 0 && item.foundBy === 'section' && item.query === query)
    .map(({ id, relevance }) => ({ id, relevance }));
  return { type: 'search.made', pass, mode, query, hits, ...defined({ index }) };
}
