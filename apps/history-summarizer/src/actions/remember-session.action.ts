import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { SEARCH_INDEX, SESSION_CACHE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import type { CachedEvidence, Finds, SessionCache } from '@quarry/session-cache';
import type { Evidence, Turn } from '@quarry/turn';
import { indexState } from '../index-state';

/**
 * Stores what this turn found and did not find for the session, before the turn is persisted (000, "What We Cache":
 * evidence with its text, the subgraph, the not-found set). Stores neither question nor answer. Idempotent.
 */
@Injectable()
@Action({
  name: 'remember_session',
  outcomes: ['ok'],
  store: { name: 'sessions', lacks: 'the findings are not kept for the session' },
})
export class RememberSessionAction implements ActionHandler {
  constructor(
    @Inject(SESSION_CACHE) private readonly cache: SessionCache,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, _params: object, { settings }: HopContext): Promise<ActionResult> {
    if (turn.options.measuring === true)
      return { outcome: 'ok', note: 'not kept for the session: it measures the pipeline' };
    const { ttl_minutes: ttlMinutes, max_nodes: maxNodes } = settings.session;
    const state =
      maxNodes === 0 || ttlMinutes === 0 ? null : await indexState(this.index, this.snapshots, settings);
    if (!state) return { outcome: 'ok', note: 'this pipeline has no session cache' };
    if (state.info.updatedAt > turn.askedAt)
      return {
        outcome: 'ok',
        note: 'the index changed meanwhile: evidence from its previous state is not kept',
      };
    const finds = findsOf(turn, maxNodes);
    await this.cache.remember(turn, finds, { index: state.stamp, ttlMinutes, maxNodes });
    const note = `${finds.evidence.length} pieces of evidence, ${finds.notFound.length} not found, for ${ttlMinutes} minutes`;
    return { outcome: 'ok', note };
  }
}

function findsOf(turn: Turn, most: number): Finds {
  const cited = new Set(turn.answer?.citations.map(({ n }) => n));
  // Findings and calculations belong to their question; the texts that contain the values are kept.
  const texts = turn.evidence.filter(({ kind }) => kind === 'chunk' || kind === 'node');
  const byUse = texts.toSorted(
    (a, b) => Number(cited.has(b.n)) - Number(cited.has(a.n)) || b.relevance - a.relevance || a.n - b.n,
  );
  return {
    evidence: byUse.slice(0, most).map(withoutTurn),
    graph: turn.graph,
    // A miss without a place was refused, not searched for. What was missed during a store outage may exist.
    notFound: (lackedStore(turn) ? [] : turn.misses)
      .filter(({ where }) => where.length > 0)
      .map(({ text, why }) => ({ text, why })),
    found: turn.needs.filter(({ status }) => status === 'resolved').map(({ text }) => text),
  };
}

function lackedStore({ degraded }: Turn): boolean {
  return degraded?.some(({ store }) => store === 'graph' || store === 'search') ?? false;
}

/** Text and location, without the fields that belong to this turn and its question. */
function withoutTurn(item: Evidence): CachedEvidence {
  const {
    n: _n,
    pass: _pass,
    relevance: _relevance,
    foundBy: _by,
    query: _query,
    relatedTo: _to,
    ...piece
  } = item;
  return piece;
}
