import type { Embedder } from '@quarry/embedder';
import { termShares, type Hit, type IndexInfo, type Passage } from '@quarry/search-index';
import type { Evidence } from '@quarry/turn';
import type { Contest } from './contest';

/** Nearest chunks of the relevant files to fetch with similarities. Chunks beyond these do not count as similar. */
const NEAREST = 200;

/** Scores a passage for one question or query. */
export type Judge = (item: Scored) => { readonly cosine: number; readonly termShare: number };
export type Scored = Passage & Pick<Evidence, 'id' | 'startLine' | 'endLine'>;

/** A judge for each query. */
export async function judgesOf(
  contest: Contest,
  queries: readonly string[],
  pool: readonly Scored[],
): Promise<readonly Judge[]> {
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
