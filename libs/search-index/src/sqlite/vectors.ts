import type { Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { Chunk } from '../port';
import type { CodeChanges } from './codes/code-changes';
import { readMeta } from './meta';

/**
 * One chunk per text that has no vector yet, at most `limit`, the first ones. Reads as many rows as it returns: the run
 * that embeds asks once per batch.
 */
export function pendingChunks(sql: Sql, limit: number): Chunk[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM document WHERE chunk_id IN
         (SELECT id FROM chunk WHERE vector_id IS NULL AND NOT EXISTS (
            SELECT 1 FROM chunk AS earlier
            WHERE earlier.content_hash = chunk.content_hash AND earlier.id < chunk.id AND earlier.vector_id IS NULL)
          ORDER BY id LIMIT ?)`,
      [limit],
    )
    .map((row) => JSON.parse(row.body) as Chunk);
}

/** Stores a vector for every chunk with that text. A text that no longer exists is skipped. */
export function storeVector(sql: Sql, contentHash: string, vector: Float32Array, codes: CodeChanges): void {
  const wanted = sql.get('SELECT 1 FROM chunk WHERE content_hash = ? LIMIT 1', [contentHash]);
  if (!wanted) return;
  const row = sql.get<{ id: number }>(
    `INSERT INTO vector (id, content_hash, embedding)
     VALUES (coalesce((SELECT min(id) FROM free_vector), (SELECT max(id) + 1 FROM vector), 1), ?, ?)
     ON CONFLICT (content_hash) DO UPDATE SET embedding = excluded.embedding, list = excluded.list RETURNING id`,
    [contentHash, bytesOf(vector)],
  );
  if (!row) return;
  sql.run('DELETE FROM free_vector WHERE id = ?', [row.id]);
  sql.run('UPDATE chunk SET vector_id = ? WHERE content_hash = ?', [row.id, contentHash]);
  codes.set(row.id, vector);
}

/** Notes the vectors of chunks that are about to be removed: `dropUnusedVectors` looks at these. */
export function loosenVectors(sql: Sql, chunkIds: readonly number[]): void {
  sql.run(
    `INSERT OR IGNORE INTO loose_vector
     SELECT vector_id FROM json_each(?) JOIN chunk ON chunk.id = value WHERE vector_id IS NOT NULL`,
    [JSON.stringify(chunkIds)],
  );
}

/** Deletes vectors whose text is no longer in the snapshot. Their ids are reused, so that codes stay contiguous. */
export function dropUnusedVectors(sql: Sql): void {
  const unused = sql.all<{ id: number }>(
    `DELETE FROM vector WHERE id IN (SELECT id FROM loose_vector)
     AND NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.vector_id = vector.id) RETURNING id`,
  );
  for (const { id } of unused) sql.run('INSERT INTO free_vector (id) VALUES (?)', [id]);
  sql.run('DELETE FROM loose_vector');
}

/**
 * The snapshot's dimension, or null if it has no embedder. @throws Fault `index_other_model` if the dimension of
 * `vector` differs
 */
export function checkDimension(sql: Sql, vector: Float32Array, where: string): number | null {
  const { embedder } = readMeta(sql);
  if (embedder && embedder.dimension !== vector.length)
    throw new Fault(
      'index_other_model',
      `A vector has ${vector.length} dimensions, but ${where} was embedded by ${embedder.id} with ${embedder.dimension}. ` +
        'Use that model, or index again with the other one.',
    );
  return embedder?.dimension ?? null;
}

/** 32-bit little-endian floats, as sqlite-vec reads them. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function vectorOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
