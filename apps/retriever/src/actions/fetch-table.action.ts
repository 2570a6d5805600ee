import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { SectionTrees } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { defined, openCalls, type Turn } from '@quarry/turn';
import { servedByTables } from '../section/serve-table-call';

/**
 * Serves calls of `fetch_table`: cells of tables by row and column, with their heads, unit, scale and page. Suggests the
 * nearest names if a table, a row or a column does not exist.
 */
@Injectable()
@Action({
  name: 'fetch_table',
  outcomes: ['found', 'not_found'],
  store: { name: 'search', lacks: 'without the requested tables' },
})
export class FetchTableAction implements ActionHandler<object> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const calls = openCalls(turn, 'fetch_table');
    if (calls.length === 0) return { outcome: 'not_found', note: 'no table was requested' };
    const ref = await this.snapshots.resolve(context.settings);
    const source = { index: this.index, ref, trees: new SectionTrees(this.index, ref, turn.plan?.filter) };
    let after = turn;
    for (const need of calls) {
      const served = await servedByTables(after, need, source);
      after = served.turn;
      const { pass, mode, query, index } = served.search;
      const hits = served.found.map((id) => ({ id, relevance: 1 }));
      await context.emit({ type: 'search.made', pass, mode, query, hits, ...defined({ index }) });
    }
    const { evidence, searches, needs } = after;
    const found = calls.filter(({ id }) =>
      needs.some((need) => need.id === id && need.status === 'resolved'),
    );
    return {
      outcome: found.length > 0 ? 'found' : 'not_found',
      patch: { evidence, searches, needs },
      note: `cells of ${found.length} of ${calls.length} table${calls.length === 1 ? '' : 's'} found`,
    };
  }
}
