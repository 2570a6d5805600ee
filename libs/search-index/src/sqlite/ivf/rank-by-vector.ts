import type { Sql } from '@quarry/sqlite';
import type { VectorIndex } from '../../port';
import { rankByCodes } from '../codes/rank-by-codes';
import { readMeta } from '../meta';
import { passesAtMost } from '../narrowing';
import type { Narrowing, Ranked } from '../ranked';
import type { SnapshotCache } from '../snapshot-cache';
import { bytesOf, checkDimension } from '../vectors';
import { UNLISTED } from './forget-lists';
import { countLists, distanceOf, nearestLists } from './lists';

/** Default share of the lists that a query is compared with, and their minimum; measured in docs/benchmarks.md. */
const PROBED = 0.1;
const LEAST_PROBES = 8;

/** Up to this number of chunks that pass a filter, their vectors are compared one by one: about a millisecond. */
const WORTH_CODES = 1_000;

/** The nearest chunks that pass the condition, best first, ties by chunk id. @throws Fault `index_other_model` */
export function rankByVector(
  sql: Sql,
  vector: Float32Array,
  cache: SnapshotCache,
  narrowing: Narrowing,
  limit: number,
  where: string,
): Ranked[] {
  if (checkDimension(sql, vector, where) === null || limit === 0) return [];
  const index = readMeta(sql).vectorIndex;
  const lists = index.type === 'ivf' ? countLists(sql) : 0;
  const probes = index.probes ?? Math.max(LEAST_PROBES, Math.ceil(lists * PROBED));
  if (lists === 0 || probes >= lists || isNarrow(sql, narrowing, probes / lists))
    return nearest(sql, vector, cache, index, narrowing, limit);
  const near = nearestLists(sql, vector, index, probes);
  const found = within(sql, vector, cache, index, narrowing, limit, near);
  // Chunks that pass the filter may be in other lists: never return fewer hits than exist.
  return found.length < limit ? nearest(sql, vector, cache, index, narrowing, limit) : found;
}

/** True if a filter passes at most as many chunks as the lists hold: comparing those is as fast, and exact. */
function isNarrow(sql: Sql, { sql: condition, values }: Narrowing, share: number): boolean {
  if (condition === '') return false;
  const all = sql.get<{ n: number }>('SELECT count(*) AS n FROM chunk')?.n ?? 0;
  return passesAtMost(sql, { sql: condition, values }, Math.ceil(all * share) - 1);
}

/**
 * Exact in both cases: by codes, or by the vectors themselves if few chunks pass a filter or the metric is the
 * distance.
 */
function nearest(
  sql: Sql,
  vector: Float32Array,
  cache: SnapshotCache,
  index: VectorIndex,
  narrowing: Narrowing,
  limit: number,
): Ranked[] {
  const few = index.metric === 'l2' || passesAtMost(sql, narrowing, WORTH_CODES);
  const ranked = few ? null : rankByCodes(sql, vector, cache.codes, narrowing, limit);
  return ranked ?? exact(sql, vector, index, narrowing, limit);
}

/**
 * Compares every chunk that passes the filter, and only those (CROSS JOIN: filter first). On 20,000 × 384 a `vec0`
 * table took 2/3 of the time without a filter and six times as long with one, and it cannot break ties by chunk id.
 */
function exact(
  sql: Sql,
  vector: Float32Array,
  index: VectorIndex,
  narrowing: Narrowing,
  limit: number,
): Ranked[] {
  const from = 'chunk CROSS JOIN vector ON vector.id = chunk.vector_id WHERE TRUE';
  return ranked(sql, from, vector, index, { limit, ...narrowing.values }, narrowing.sql);
}

/** The vectors of the given lists, and those that are in no list yet; by codes, unless the metric is the distance. */
function within(
  sql: Sql,
  vector: Float32Array,
  cache: SnapshotCache,
  index: VectorIndex,
  narrowing: Narrowing,
  limit: number,
  near: readonly number[],
): Ranked[] {
  const lists = [UNLISTED, ...near];
  const byCodes =
    index.metric === 'l2'
      ? null
      : rankByCodes(sql, vector, cache.codes, narrowing, limit, cache.lists.of(sql, lists));
  if (byCodes) return byCodes;
  const from = `vector CROSS JOIN chunk ON chunk.vector_id = vector.id
    WHERE vector.list IN (SELECT value FROM json_each(:lists))`;
  const values = { limit, lists: JSON.stringify(lists), ...narrowing.values };
  return ranked(sql, from, vector, index, values, narrowing.sql);
}

function ranked(
  sql: Sql,
  from: string,
  vector: Float32Array,
  index: VectorIndex,
  values: Readonly<Record<string, string | number>>,
  condition: string,
): Ranked[] {
  const cosine = '1 - vec_distance_cosine(vector.embedding, :vector)';
  const order = index.metric === 'l2' ? `${distanceOf(index)}(vector.embedding, :vector)` : 'score DESC';
  return sql
    .all<{ id: number; score: number | null }>(
      `SELECT chunk.id AS id, ${cosine} AS score FROM ${from} ${condition} ORDER BY ${order}, chunk.key LIMIT :limit`,
      { vector: bytesOf(vector), ...values },
    )
    .flatMap(({ id, score }) => (score === null ? [] : [{ id, score }]));
}
