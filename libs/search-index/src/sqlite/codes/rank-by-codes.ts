import type { Sql } from '@quarry/sqlite';
import { largest } from '../largest';
import type { Narrowing, Ranked } from '../ranked';
import { bytesOf } from '../vectors';
import type { Bounds, CodeMatrix } from './code-matrix';

/** How many more candidates are looked at where too few of those before passed the filter. */
const WIDER = 4;

/**
 * The same chunks in the same order as comparing every vector gives, by cosine: codes tell between which bounds each cosine lies, and only
 * vectors that may be among the nearest are compared themselves. Null where the codes cannot tell.
 */
export function rankByCodes(
  sql: Sql,
  vector: Float32Array,
  matrix: CodeMatrix,
  narrowing: Narrowing,
  limit: number,
): Ranked[] | null {
  const bounds = matrix.bounds(sql, vector);
  if (bounds === null) return null;
  const all = bounds.upper.length;
  for (let wanted = limit; ; wanted *= WIDER) {
    // At least `wanted` vectors are at least so near: one whose upper bound is below is none of the `wanted` nearest.
    const least = wanted < all ? largest(bounds.lower, wanted) : -Infinity;
    const ranked = compared(sql, vector, candidates(bounds, least), narrowing, limit);
    // With a filter, or where vectors have no chunk, what was passed over must be no nearer than what is given.
    if (least === -Infinity || (ranked.length === limit && (ranked.at(-1)?.score ?? -1) >= least))
      return ranked;
  }
}

function candidates(bounds: Bounds, least: number): number[] {
  const { upper } = bounds;
  const ids: number[] = [];
  for (let place = 0; place < upper.length; place++) if (upper[place]! >= least) ids.push(bounds.idAt(place));
  return ids;
}

function compared(
  sql: Sql,
  vector: Float32Array,
  ids: readonly number[],
  narrowing: Narrowing,
  limit: number,
): Ranked[] {
  return sql
    .all<{ id: number; score: number | null }>(
      `SELECT chunk.id AS id, 1 - vec_distance_cosine(vector.embedding, :vector) AS score
       FROM json_each(:ids) AS candidate CROSS JOIN vector ON vector.id = candidate.value
       CROSS JOIN chunk ON chunk.vector_id = vector.id
       WHERE TRUE ${narrowing.sql} ORDER BY score DESC, chunk.key LIMIT :limit`,
      { ids: JSON.stringify(ids), vector: bytesOf(vector), limit, ...narrowing.values },
    )
    .flatMap(({ id, score }) => (score === null ? [] : [{ id, score }]));
}
