import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import type { SearchIndex } from '@quarry/search-index';
import {
  addEvidence,
  answerCall,
  currentPass,
  openNeeds,
  type Need,
  type Search,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { findSection } from '../section/find-section';
import { pageOf } from '../section/page';
import { pageEvidence, pageNote } from '../section/section-evidence';

export class FetchSectionParams {
  /** Characters of one page of a section. */
  @IsInt() @Min(200) @Max(100_000) max_characters = 6_000;
}

/** Serves an agent's calls of `fetch_section`: text by its place rather than by search, page by page; ids that are near where it is not there. */
@Injectable()
@Action({
  name: 'fetch_section',
  outcomes: ['found', 'not_found'],
  params: FetchSectionParams,
  store: { name: 'search', lacks: 'without the sections that were called for' },
})
export class FetchSectionAction implements ActionHandler<FetchSectionParams> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: FetchSectionParams, context: HopContext): Promise<ActionResult> {
    const calls = openNeeds(turn).filter((need) => need.call?.tool === 'fetch_section');
    if (calls.length === 0) return { outcome: 'not_found', note: 'no section was called for' };
    const ref = await this.snapshots.resolve(context.settings);
    let after = turn;
    for (const need of calls) after = await this.serve(after, need, ref, params.max_characters);
    for (const search of after.searches.slice(turn.searches.length)) await context.emit(made(search, after));
    const { evidence, searches, needs } = after;
    const found = searches.slice(turn.searches.length).filter(({ hits }) => hits > 0).length;
    return {
      outcome: found > 0 ? 'found' : 'not_found',
      patch: { evidence, searches, needs },
      note: `${found} of ${calls.length} section${calls.length === 1 ? '' : 's'} found, ${evidence.length - turn.evidence.length} new`,
    };
  }

  /** The turn with the page that a call asks for, or with the reason why there is none. */
  private async serve(turn: Turn, need: Need, ref: SnapshotRef, most: number): Promise<Turn> {
    const pass = currentPass(turn);
    const { id = need.text, offset = 0 } = need.call?.arguments ?? {};
    const wanted = String(id).slice(0, MAX_ID);
    const record: Search = {
      pass,
      mode: 'section',
      query: need.text,
      hits: 0,
      added: 0,
      index: `${ref.repository}@${ref.snapshot}`,
    };
    const found = await findSection({ index: this.index, ref, turn }, wanted);
    const page = found.kind === 'section' ? pageOf(found.whole, found.stretch, Number(offset), most) : null;
    if (found.kind === 'missing' || !page) {
      const note =
        found.kind === 'missing'
          ? found.why
          : `section '${wanted}' has ${found.stretch.to - found.stretch.from} characters: there are none from ${offset} on`;
      return {
        ...turn,
        searches: [...turn.searches, record],
        needs: answerCall(turn.needs, need.id, { by: [], note }),
      };
    }
    const step = addEvidence(turn.evidence, [pageEvidence(found.whole, page, need.text)], pass);
    const note = pageNote(found.whole, found.stretch, page);
    return {
      ...turn,
      evidence: step.evidence,
      searches: [...turn.searches, { ...record, hits: 1, added: step.added.length }],
      needs: answerCall(turn.needs, need.id, { by: step.numbers, note }),
    };
  }
}

/** Characters of an id that are read. */
const MAX_ID = 1_000;

/** The log's entry of a section that was fetched. */
function made(search: Search, { evidence }: Turn): Parameters<HopContext['emit']>[0] {
  const { pass, mode, query, index } = search;
  const hits = evidence
    .filter((item) => search.hits > 0 && item.foundBy === 'section' && item.query === query)
    .map(({ id, relevance }) => ({ id, relevance }));
  return { type: 'search.made', pass, mode, query, hits, ...(index === undefined ? {} : { index }) };
}
