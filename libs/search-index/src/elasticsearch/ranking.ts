import { Fault } from '@quarry/turn';
import type { Chunk, Hit, SearchQuery } from '../port';
import type { Meta } from './meta';
import { ownLanguages } from './own-languages';
import { multiSearch, type RawHit, type Seen } from './multi-search';
import { exactBody, limitOf, MOST_HITS, nearestBody, pathBody, termsBody, type SearchBody } from './queries';
import type { Snapshot } from './snapshot';
import { checkVector } from './vectors';

/** Retries if the snapshot's vector index changes during a search. */
const ATTEMPTS = 3;

type NearestQuery = Extract<SearchQuery, { kind: 'knn' }>;

/**
 * One ranked list per query, best first, ties by chunk id; BM25 and kNN in one request.
 * @param known the last known meta data, from which the request is built; the request is rebuilt if they have changed
 * @throws Fault `index_missing`, `bm25_missing`, `index_other_model`
 */
export async function rankAll(
  snapshot: Snapshot,
  queries: readonly SearchQuery[],
  known: Meta | undefined,
): Promise<{ readonly meta: Meta; readonly lists: readonly (readonly Hit[])[] }> {
  let meta = known ?? (await multiSearch(snapshot, [])).meta;
  const own = await ownLanguages([snapshot], queries);
  for (let attempt = 1; ; attempt++) {
    const bodies = queries.map((query) => bodyOf(query, meta, own));
    const { seen, fresh } = await searchBy(snapshot, bodies, meta);
    for (const query of queries) checkQuery(query, fresh, snapshot.name);
    if (seen === null && attempt >= ATTEMPTS) throw snapshot.busy();
    meta = fresh;
    if (seen === null) continue;
    const found = seen.lists.values();
    const lists: (readonly Hit[])[] = [];
    for (const [i, query] of queries.entries()) {
      const hits = bodies[i] === null ? [] : (found.next().value ?? []);
      lists.push(await complete(snapshot, query, bodies[i] ?? null, hits, meta));
    }
    return { meta, lists };
  }
}

/** `seen` is null if the bodies were built from outdated meta data. */
async function searchBy(
  snapshot: Snapshot,
  bodies: readonly SearchBody[],
  meta: Meta,
): Promise<{ readonly seen: Seen | null; readonly fresh: Meta }> {
  const requests = bodies.filter((body) => body !== null);
  try {
    const seen = await multiSearch(snapshot, requests);
    return { seen: formOf(seen.meta) === formOf(meta) ? seen : null, fresh: seen.meta };
  } catch (error) {
    // The server may have rejected a request that was valid for the previous index.
    const { meta: fresh } = await multiSearch(snapshot, []);
    if (formOf(fresh) === formOf(meta)) throw error;
    return { seen: null, fresh };
  }
}

/** The meta data that a request depends on. */
export function formOf({ bm25, embedder, vectorIndex }: Meta): string {
  return JSON.stringify([bm25, embedder, vectorIndex]);
}

export function checkQuery(query: SearchQuery, meta: Meta, where: string): void {
  if (query.kind === 'bm25' && !meta.bm25)
    throw new Fault(
      'bm25_missing',
      `${where} was imported without text statistics, so it cannot be searched by BM25. Use semantic search, or index the sources.`,
    );
  if (query.kind === 'knn' && meta.embedder) checkVector(query.vector, meta.embedder, where);
}

export function bodyOf(query: SearchQuery, meta: Meta, own: ReadonlySet<string>): SearchBody {
  if (limitOf(query) === 0) return null;
  switch (query.kind) {
    case 'bm25':
      return meta.bm25 ? termsBody(query, own) : null;
    case 'path':
      return pathBody(query);
    case 'knn':
      if (!isComparable(query, meta)) return null;
      return limitOf(query) > MOST_HITS / 2 ? exactBody(query, meta) : nearestBody(query, meta);
  }
}

/** A vector without direction has no cosine. */
function isComparable({ vector }: NearestQuery, { embedder, vectorIndex }: Meta): boolean {
  if (embedder?.dimension !== vector.length || !vector.every(Number.isFinite)) return false;
  return vectorIndex.metric === 'l2' || vector.some((x) => x !== 0);
}

/**
 * Requests what one request could not return: more than 10,000 hits, or neighbors that the graph search did not reach.
 */
async function complete(
  snapshot: Snapshot,
  query: SearchQuery,
  body: SearchBody,
  hits: readonly RawHit[],
  meta: Meta,
): Promise<Hit[]> {
  const limit = limitOf(query);
  if (query.kind !== 'knn')
    return (await rest(snapshot, body, hits, limit)).map((hit) => hitOf(hit, query.kind));
  const walked = body !== null && 'knn' in body;
  const missed = walked && meta.vectorIndex.type !== 'flat' && hits.length < limit;
  const exact = missed ? exactBody(query, meta) : body;
  const all = missed && exact ? ((await multiSearch(snapshot, [exact])).lists[0] ?? []) : hits;
  const cosine = cosineOf(query, meta, walked && !missed);
  return (await rest(snapshot, walked && !missed ? null : exact, all, limit))
    .map((hit) => ({ chunk: chunkOf(hit), order: hit._score ?? 0, score: cosine(hit) }))
    .sort((a, b) => b.order - a.order || (a.chunk.id < b.chunk.id ? -1 : 1))
    .slice(0, limit)
    .map(({ chunk, score }) => ({ chunk, score }));
}

async function rest(
  snapshot: Snapshot,
  body: SearchBody,
  first: readonly RawHit[],
  limit: number,
): Promise<readonly RawHit[]> {
  const all = [...first];
  for (let page = first; body && page.length === MOST_HITS && all.length < limit;) {
    const after = page.at(-1)?.sort;
    if (!after) break;
    const next = { ...body, search_after: after, size: Math.min(MOST_HITS, limit - all.length) };
    page = (await multiSearch(snapshot, [next])).lists[0] ?? [];
    all.push(...page);
  }
  return all;
}

function hitOf(hit: RawHit, kind: 'bm25' | 'path'): Hit {
  return { chunk: chunkOf(hit), score: kind === 'bm25' ? (hit._score ?? 0) : 0 };
}

export function chunkOf({ _source }: RawHit): Chunk {
  return JSON.parse(_source?.body ?? 'null') as Chunk;
}

/**
 * Inverts the server's scores: (1 + cosine) / 2 from the vector index, 1 + cosine from the exact comparison, and for
 * `l2` 1 / (1 + distance²).
 */
export function cosineOf(
  { vector }: NearestQuery,
  { vectorIndex }: Meta,
  walked: boolean,
): (hit: RawHit) => number {
  if (vectorIndex.metric === 'ip')
    return ({ _score }) => clamp(walked ? 2 * (_score ?? 0) - 1 : (_score ?? 0) - 1);
  const own = Math.hypot(...vector);
  return ({ _score, fields }) => {
    const [norm] = (fields?.['norm'] ?? [0]) as readonly [number];
    const squared = 1 / (_score ?? 1) - 1;
    return own * norm === 0 ? 0 : clamp((own * own + norm * norm - squared) / (2 * own * norm));
  };
}

function clamp(cosine: number): number {
  return Math.min(1, Math.max(-1, cosine));
}
