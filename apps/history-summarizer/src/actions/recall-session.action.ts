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
  type SessionMemory,
  type Turn,
} from '@quarry/turn';
import { compete, type Admitted } from '../compete';
import { followUpOf, relationOfRequest } from '../follow-up';
import { indexState, type IndexState } from '../index-state';
import { openRequests, resolveFromSession } from '../serve-requests';

/**
 * Recalls what earlier questions of the session have found (000, "Session Caching"), if it is relevant to this one. In
 * the first pass, after retrieval, that is what the question is about; what was not found before reaches prompts and
 * the loop guard through `turn.memory`. In a later pass, before lookup and search, it resolves the requests whose
 * definitions the session has, and offers what is relevant to the others.
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
    const { memory } = turn;
    if (memory && openRequests(turn).length === 0)
      return { outcome: 'empty', note: 'already recalled in the first pass, and nothing is requested' };
    const { settings } = context;
    const state =
      settings.session.max_nodes === 0 ? null : await indexState(this.index, this.snapshots, settings);
    if (!state) return nothing(memory, 'this pipeline has no session cache');
    const { ttl_minutes: ttlMinutes } = settings.session;
    const session = await this.cache.recall(turn, { index: state.stamp, ttlMinutes });
    if (!session)
      return nothing(memory, 'the session has no evidence yet, or only from another state of the index');
    const cached = session.evidence.filter((piece) => passesFilter(turn.plan?.filter, piece));
    const known = { session: { ...session, evidence: cached }, state };
    return memory ? this.serve(turn, memory, known, context) : this.admit(turn, known, context);
  }

  /** What is relevant to the question. */
  private async admit(turn: Turn, known: Known, context: HopContext): Promise<ActionResult> {
    const query = workingQuestion(turn);
    const queries = [query, ...(turn.plan?.queries ?? [])];
    const { turn: after, admitted, passedOver } = await this.offer(turn, queries, query, known, context);
    const recalled = newIn(after, turn);
    const { notFound } = known.session;
    return {
      outcome: recalled.length > 0 ? 'recalled' : 'empty',
      patch: {
        evidence: after.evidence,
        graph: after.graph,
        memory: { recalled, passedOver, notFound },
      },
      note: `${admitted} recalled, ${passedOver} not relevant enough, ${notFound.length} known as not found`,
    };
  }

  /** What answers the requests of the pass before, or is relevant to them. */
  private async serve(
    turn: Turn,
    memory: SessionMemory,
    known: Known,
    context: HopContext,
  ): Promise<ActionResult> {
    const { turn: served, resolved } = resolveFromSession(turn, known.session.evidence);
    let after = served;
    for (const { text } of openRequests(served))
      ({ turn: after } = await this.offer(after, [text], text, known, context));
    const recalled = newIn(after, turn);
    const graph = merge(turn.graph, subgraphAround(known.session.graph, added(after, turn)));
    return {
      outcome: recalled.length > 0 || resolved > 0 ? 'recalled' : 'empty',
      patch: {
        evidence: after.evidence,
        needs: after.needs,
        graph,
        memory: { ...memory, recalled: [...memory.recalled, ...recalled] },
      },
      note: `${resolved} of ${openRequests(turn).length} requests answered by the session, ${recalled.length} recalled`,
    };
  }

  private async offer(
    turn: Turn,
    queries: readonly string[],
    query: string,
    { session, state }: Known,
    { settings, signal }: HopContext,
  ): Promise<{ readonly turn: Turn; readonly admitted: number; readonly passedOver: number }> {
    const own = new Set(turn.evidence.map(({ id }) => id));
    const cached = session.evidence.filter((piece) => !own.has(piece.id));
    const { index, embedder } = this;
    const { graph } = session;
    const admitted = await compete({
      turn,
      queries: [...new Set(queries)],
      followUp: turn.memory ? relationOfRequest(turn) : followUpOf(turn),
      cached,
      remembered: session.evidence,
      settings,
      state,
      index,
      embedder,
      signal,
    });
    const { evidence, added: fresh } = addEvidence(
      turn.evidence,
      admitted.map((item) => candidate(item, query)),
      currentPass(turn),
    );
    return {
      turn: { ...turn, evidence, graph: merge(turn.graph, subgraphAround(graph, fresh)) },
      admitted: fresh.length,
      passedOver: cached.length - admitted.length,
    };
  }
}

/** What the session remembers of the index as it is now. */
interface Known {
  readonly session: CachedSession;
  readonly state: IndexState;
}

function added(after: Turn, before: Turn): Turn['evidence'] {
  const former = new Set(before.evidence.map(({ n }) => n));
  return after.evidence.filter(({ n }) => !former.has(n));
}

function newIn(after: Turn, before: Turn): readonly number[] {
  return added(after, before).map(({ n }) => n);
}

function nothing(memory: SessionMemory | null, note: string): ActionResult {
  return {
    outcome: 'empty',
    patch: { memory: memory ?? { recalled: [], passedOver: 0, notFound: [] } },
    note,
  };
}

function candidate({ piece, relevance }: Admitted, query: string): EvidenceCandidate {
  return { ...piece, relevance, foundBy: 'session', query };
}

/** Adds the session's part of the graph; what the turn has seen itself takes precedence. */
function merge(graph: Neighborhood, remembered: Pick<Neighborhood, 'nodes' | 'edges'>): Neighborhood {
  const nodes = new Set(graph.nodes.map(({ key }) => key));
  const edges = new Set(graph.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`));
  return {
    ...graph,
    nodes: [...graph.nodes, ...remembered.nodes.filter(({ key }) => !nodes.has(key))],
    edges: [
      ...graph.edges,
      ...remembered.edges.filter(({ from, to, kind }) => !edges.has(`${from} ${kind} ${to}`)),
    ],
  };
}
