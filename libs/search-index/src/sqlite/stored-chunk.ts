import type { Sql } from '@quarry/sqlite';
import type { Chunk } from '../port';

/** The chunk with this row id. */
export function storedChunk(sql: Sql, id: number): Chunk {
  const row = sql.get<{ body: string }>('SELECT body FROM document WHERE chunk_id = ?', [id]);
  return JSON.parse(row?.body ?? 'null') as Chunk;
}
