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
  type SearchReader,
} from '@quarry/search-index';
import type { CachedEvidence } from '@quarry/session-cache';
import { RETRIEVAL_MODES, type Evidence, type Turn } from '@quarry/turn';
import type { IndexState } from './index-state';

/** Nearest chunks of the relevant files to fetch with similarities. Chunks beyond these do not count as similar. */
const NEAREST = 200;

/** A cached piece that is as relevant as newly found evidence. */
export interface Admitted {
  readonly piece: CachedEvidence;
  /** 0..1, measured as in retrieval. */
  readonly relevance: number;
}

export interface Rivals {
  readonly turn: Turn;
  /** Cached pieces that this turn has not found itself. */
  readonly cached: readonly CachedEvidence[];
  readonly settings: Readonly<PipelineSettings>;
  readonly state: IndexState;
  readonly index: SearchReader;
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}

/** Scores a passage for one question or query. */
type Judge = (item: Scored) => { readonly cosine: number; readonly termShare: number };
type Scored = Passage & Pick<Evidence, 'id' | 'startLine' | 'endLine'>;

/**
 * Cached evidence must compete by relevance. It is scored against the question and its queries as in retrieval (cosine
 * similarity and share of rare terms), in one pool with the hits of this turn's first pass. Like every hit, it must
 * reach the pipeline's floor. If the first pass found `top_k` hits, it must also reach the weakest of them. So a
 * follow-up on another topic recalls nothing of the old one. Best first, at most `session.recall_top_k`.
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

/** A judge for the question and for each query of the plan. */
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

/** Gets similarities from the vectors of the index in one search: only the queries are embedded. */
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

/** The similarity of a chunk; for a node's text, the best similarity of the chunks that overlap its lines. */
function cosineOf(item: Scored, hits: readonly Hit[]): number {
  const own = hits.find(({ chunk }) => chunk.id === item.id);
  if (own) return own.score;
  const over = hits.filter(
    ({ chunk }) =>
      chunk.path === item.path && chunk.startLine <= item.endLine && item.startLine <= chunk.endLine,
  );
  return Math.max(-1, ...over.map(({ score }) => score));
}
