import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import { workingQuestion } from '@quarry/prompting';
import {
  isRelevant,
  relevanceOf,
  termShares,
  type Hit,
  type IndexInfo,
  type Passage,
  type SearchIndex,
} from '@quarry/search-index';
import type { CachedEvidence } from '@quarry/session-cache';
import { RETRIEVAL_MODES, type Evidence, type Turn } from '@quarry/turn';
import type { IndexState } from './index-state';

/** Nearest chunks of the files in question whose similarity is asked for; what is not among them is not near. */
const NEAREST = 200;

/** A cached piece that is as relevant as what was found afresh. */
export interface Admitted {
  readonly piece: CachedEvidence;
  /** 0..1, by the measure of retrieval. */
  readonly relevance: number;
}

export interface Rivals {
  readonly turn: Turn;
  /** Cached pieces that the turn has not found itself. */
  readonly cached: readonly CachedEvidence[];
  readonly settings: Readonly<PipelineSettings>;
  readonly state: IndexState;
  readonly index: SearchIndex;
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}

/** What one question or query says of a passage. */
type Judge = (item: Scored) => { readonly cosine: number; readonly termShare: number };
type Scored = Passage & Pick<Evidence, 'id' | 'startLine' | 'endLine'>;

/**
 * Cached evidence competes by relevance, not by being there. It is held against the question and its queries by the measure of retrieval
 * (cosine similarity and share of rare terms), in one pool with what this turn's first pass found. It must reach the pipeline's floor, as
 * every hit; and where the first pass filled its `top_k` places, the weakest of these hits as well. So a follow-up on another topic
 * gets nothing of the old one. Best first, at most `session.recall_top_k`.
 */
export async function compete(rivals: Rivals): Promise<readonly Admitted[]> {
  const { turn, cached, settings } = rivals;
  const fresh = turn.evidence.filter(
    (item) => item.pass === 1 && (RETRIEVAL_MODES as readonly string[]).includes(item.foundBy),
  );
  const judges = await judgesOf(rivals, [...cached, ...fresh]);
  const best = (item: Scored): number => Math.max(...judges.map((judge) => relevanceOf(judge(item))));
  const places = turn.plan?.topK ?? settings.top_k;
  const bar = fresh.length < places ? 0 : Math.min(...fresh.map(best));
  return cached
    .filter((piece) => judges.some((judge) => isRelevant(settings.relevance, judge(piece))))
    .map((piece): Admitted => ({ piece, relevance: best(piece) }))
    .filter(({ relevance }) => relevance >= bar)
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, settings.session.recall_top_k);
}

/** One judge for the question, and one for each query of the plan. */
async function judgesOf(rivals: Rivals, pool: readonly Scored[]): Promise<readonly Judge[]> {
  const { turn } = rivals;
  const queries = [...new Set([workingQuestion(turn), ...(turn.plan?.queries ?? [])])];
  const near = await nearest(rivals, queries, pool);
  return queries.map((query, at): Judge => {
    const shares = new Map(termShares(query, pool).map((share, index) => [pool[index]?.id, share]));
    const hits = near[at] ?? [];
    return (item) => ({ cosine: cosineOf(item, hits), termShare: shares.get(item.id) ?? 0 });
  });
}

/** Similarities come from the index's own vectors, in one search: nothing is embedded but the queries. */
async function nearest(
  { index, embedder, state, signal }: Rivals,
  queries: readonly string[],
  pool: readonly Scored[],
): Promise<readonly (readonly Hit[])[]> {
  if (!embedder || !hasVectorsOf(embedder, state.info)) return [];
  const vectors = await embedder.embed(queries, { as: 'query', signal });
  const pathPrefixes = [...new Set(pool.map(({ path }) => path))];
  return index.search(
    state.ref,
    vectors.map((vector) => ({ kind: 'knn', vector, k: NEAREST, filter: { pathPrefixes } })),
  );
}

function hasVectorsOf(embedder: Embedder, info: IndexInfo): boolean {
  return (
    info.embedder?.id === embedder.id &&
    info.embedder.dimension === embedder.dimension &&
    info.pendingVectors < info.chunks
  );
}

/** A chunk's own similarity; a node's text has that of the chunks which hold its lines. */
function cosineOf(item: Scored, hits: readonly Hit[]): number {
  const own = hits.find(({ chunk }) => chunk.id === item.id);
  if (own) return own.score;
  const over = hits.filter(
    ({ chunk }) =>
      chunk.path === item.path && chunk.startLine <= item.endLine && item.startLine <= chunk.endLine,
  );
  return Math.max(-1, ...over.map(({ score }) => score));
}
