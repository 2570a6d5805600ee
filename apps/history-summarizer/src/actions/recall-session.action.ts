import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, SEARCH_INDEX, SESSION_CACHE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import type { SearchReader } from '@quarry/search-index';
import { subgraphAround, type CachedSession, type SessionCache } from '@quarry/session-cache';
import {
  addEvidence,
  currentPass,
  passesFilter,
  type EvidenceCandidate,
  type Neighborhood,
  type Turn,
} from '@quarry/turn';
import { compete, type Admitted } from '../compete';
import { indexState, type IndexState } from '../index-state';

/**
 * Recalls what earlier questions of the session have found (000, "Session Caching"), if it is relevant to this one.
 * Place this step after the first retrieval, with which the recalled evidence competes. It works once per turn. What
 * was not found before reaches the loop guard through `turn.memory`.
 */
@Injectable()
@Action({
  name: 'recall_session',
  outcomes: ['recalled', 'empty'],
  store: { name: 'sessions', lacks: 'without earlier findings of the session' },
})
export class RecallSessionAction implements ActionHandler {
  constructor(
    @Inject(SESSION_CACHE) private readonly cache: SessionCache,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
  ) {}

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    if (turn.memory) return { outcome: 'empty', note: 'already recalled in the first pass' };
    const { settings } = context;
    const state =
      settings.session.max_nodes === 0 ? null : await indexState(this.index, this.snapshots, settings);
    if (!state) return nothing('this pipeline has no session cache');
    const { ttl_minutes: ttlMinutes } = settings.session;
    const session = await this.cache.recall(turn, { index: state.stamp, ttlMinutes });
    if (!session) return nothing('the session has no evidence yet, or only from another state of the index');
    return this.admit(turn, session, state, context);
  }

  private async admit(
    turn: Turn,
    session: CachedSession,
    state: IndexState,
    { settings, signal }: HopContext,
  ): Promise<ActionResult> {
    const known = new Set(turn.evidence.map(({ id }) => id));
    const cached = session.evidence.filter(
      (piece) => !known.has(piece.id) && passesFilter(turn.plan?.filter, piece),
    );
    const { index, embedder } = this;
    const admitted = await compete({ turn, cached, settings, state, index, embedder, signal });
    const query = workingQuestion(turn);
    const { evidence, added } = addEvidence(
      turn.evidence,
      admitted.map((item) => candidate(item, query)),
      currentPass(turn),
    );
    const recalled = added.map(({ n }) => n);
    const passedOver = cached.length - admitted.length;
    const { notFound } = session;
    return {
      outcome: recalled.length > 0 ? 'recalled' : 'empty',
      patch: {
        evidence,
        graph: merge(turn.graph, subgraphAround(session.graph, added)),
        memory: { recalled, passedOver, notFound },
      },
      note: `${recalled.length} recalled, ${passedOver} not relevant enough, ${notFound.length} known as not found`,
    };
  }
}

function nothing(note: string): ActionResult {
  return { outcome: 'empty', patch: { memory: { recalled: [], passedOver: 0, notFound: [] } }, note };
}

function candidate({ piece, relevance }: Admitted, query: string): EvidenceCandidate {
  return { ...piece, relevance, foundBy: 'session', query };
}

/** Adds the session's part of the graph; what the turn has seen itself takes precedence. */
function merge(graph: Neighborhood, remembered: Pick<Neighborhood, 'nodes' | 'edges'>): Neighborhood {
  const nodes = new Set(graph.nodes.map(({ key }) => key));
  const edges = new Set(graph.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`));
  return {
    entries: graph.entries,
    nodes: [...graph.nodes, ...remembered.nodes.filter(({ key }) => !nodes.has(key))],
    edges: [
      ...graph.edges,
      ...remembered.edges.filter(({ from, to, kind }) => !edges.has(`${from} ${kind} ${to}`)),
    ],
  };
}
