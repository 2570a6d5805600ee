import type { Sql } from '@quarry/sqlite';
import type { Narrowing, Ranked } from '../ranked';
import { bytesOf } from '../vectors';
import type { CodeMatrix } from './code-matrix';

/** Growth factor of the number of candidates if too few of them passed the filter. */
const WIDER = 4;

/**
 * Ranks by cosine: the same chunks in the same order as comparing every vector. Codes yield bounds of each cosine, and
 * only vectors that may be among the nearest are compared exactly. Null if the codes cannot decide.
 *
 * @param among row ids of the vectors to compare; null: all
 */
export function rankByCodes(
  sql: Sql,
  vector: Float32Array,
  matrix: CodeMatrix,
  narrowing: Narrowing,
  limit: number,
  among: readonly Int32Array[] | null = null,
): Ranked[] | null {
  const candidates = matrix.compare(sql, vector, among);
  if (candidates === null) return null;
  for (let wanted = limit; ; wanted *= WIDER) {
    // At least `wanted` vectors are at least this near: one whose upper bound is lower is not among the `wanted`
    // nearest.
    const { ids, least } = candidates(wanted);
    const ranked = compared(sql, vector, ids, narrowing, limit);
    // With a filter, or if vectors have no chunk, skipped vectors must not be nearer than the returned ones.
    if (least === -Infinity || (ranked.length === limit && (ranked.at(-1)?.score ?? -1) >= least))
      return ranked;
  }
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
