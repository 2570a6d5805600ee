import type { Sql } from '@quarry/sqlite';
import type { Chunk } from '../port';

/** A chunk's JSON, and the commit of all chunks if they have the same. */
export interface ChunkRow {
  readonly body: string;
  readonly commit_of_all: string | null;
}

/** Select this with `document.body`. */
export const COMMIT_OF_ALL =
  "(SELECT iif(body ->> '$.oneCommit', body ->> '$.commit', NULL) FROM meta) AS commit_of_all";

/** The chunk with this row id. */
export function storedChunk(sql: Sql, id: number): Chunk {
  const row = sql.get<ChunkRow>(`SELECT body, ${COMMIT_OF_ALL} FROM document WHERE chunk_id = ?`, [id]);
  return chunkOfRow(row ?? { body: 'null', commit_of_all: null });
}

export function chunkOfRow({ body, commit_of_all: commit }: ChunkRow): Chunk {
  const chunk = JSON.parse(body) as Chunk;
  return commit === null || chunk.commit === undefined ? chunk : { ...chunk, commit };
}
