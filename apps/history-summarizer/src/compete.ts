import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
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
import { asksAboutTests, countTokens, isTestPath, type Evidence, type Turn } from '@quarry/turn';
import { definesNamed } from './defines-named';
import type { IndexState } from './index-state';

/** Nearest chunks of the relevant files to fetch with similarities. Chunks beyond these do not count as similar. */
const NEAREST = 200;

/** Share of the tokens left in the context for recalled pieces: what this question finds later needs the rest. */
const SHARE_OF_REST = 0.5;

/** Share of the best piece's relevance that the others need: what is only loosely related stays out. */
const NEAR_BEST = 0.5;

/** A cached piece that is relevant. */
export interface Admitted {
  readonly piece: CachedEvidence;
  /** 0..1, measured as in retrieval. */
  readonly relevance: number;
}

export interface Contest {
  readonly turn: Turn;
  /** What the pieces must be relevant to: the question and its queries, or a request. */
  readonly queries: readonly string[];
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
 * Cached pieces that are relevant to the queries, scored as in retrieval (cosine similarity and share of rare terms) in
 * one pool with what this turn found. A piece is relevant if it reaches the pipeline's floor, or if queries name its
 * definition. So a follow-up on another topic recalls nothing of the old one. Named pieces come first, then the most
 * relevant; at most `session.recall_top_k`, and, after the first one, at most half of what is left of
 * `max_context_tokens`. Passed over are pieces of definitions that this turn has, and tests, unless the question is
 * about tests or names them.
 */
export async function compete(contest: Contest): Promise<readonly Admitted[]> {
  const { turn, queries, cached, settings } = contest;
  const fresh = turn.evidence.filter(({ kind }) => kind === 'chunk' || kind === 'node');
  const judges = await judgesOf(contest, [...cached, ...fresh]);
  const best = (item: Scored): number => Math.max(0, ...judges.map((judge) => relevanceOf(judge(item))));
  const aboutTests = asksAboutTests(queries.join(' '));
  const admitted = cached
    .filter((piece) => !fresh.some((item) => isOfSameDefinition(item, piece)))
    .map((piece) => ({
      piece,
      relevance: best(piece),
      named: queries.some((query) => definesNamed(query, piece)),
    }))
    .filter(({ piece, named }) => {
      if (named) return true;
      if (isTestPath(piece.path) && !aboutTests) return false;
      return judges.some((judge) => isRelevant(settings.relevance, judge(piece)));
    })
    .toSorted((a, b) => Number(b.named) - Number(a.named) || b.relevance - a.relevance)
    .filter(
      ({ piece }, at, all) => !all.slice(0, at).some((other) => isOfSameDefinition(other.piece, piece)),
    );
  const bar = NEAR_BEST * Math.max(0, ...admitted.map(({ relevance }) => relevance));
  const near = admitted.filter(({ named, relevance }) => named || relevance >= bar);
  const left = settings.max_context_tokens - tokensOf(fresh);
  return withinTokens(near.slice(0, settings.session.recall_top_k), SHARE_OF_REST * left);
}

function tokensOf(items: readonly Pick<Evidence, 'text'>[]): number {
  return items.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/** The first piece, and the following ones that fit. */
function withinTokens(admitted: readonly Admitted[], most: number): readonly Admitted[] {
  let left = most;
  return admitted.filter(({ piece }, at) => {
    const tokens = countTokens(piece.text);
    if (at > 0 && tokens > left) return false;
    left -= tokens;
    return true;
  });
}

type Named = Pick<Evidence, 'nodeKey'>;
function isOfSameDefinition(item: Named, piece: Named): boolean {
  return item.nodeKey !== undefined && item.nodeKey === piece.nodeKey;
}

/** A judge for each query. */
async function judgesOf(contest: Contest, pool: readonly Scored[]): Promise<readonly Judge[]> {
  const queries = [...new Set(contest.queries)];
  const near = await nearest(contest, queries, pool);
  return queries.map((query, at): Judge => {
    const shares = new Map(termShares(query, pool).map((share, index) => [pool[index]?.id, share]));
    const hits = near[at] ?? [];
    return (item) => ({ cosine: cosineOf(item, hits), termShare: shares.get(item.id) ?? 0 });
  });
}

/** Gets similarities from the vectors of the index in one search: only the queries are embedded. */
async function nearest(
  { index, embedder, state, signal }: Contest,
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
