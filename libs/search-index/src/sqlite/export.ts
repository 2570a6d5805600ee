import type { Sql } from '@quarry/sqlite';
import type { Chunk, ExportedFile } from '../port';

/** The snapshot's files with their vectors, by path. Read whole, so that they are of one moment. */
export function exportedFiles(sql: Sql): ExportedFile[] {
  const files = sql.all<{ id: number; path: string; hash: string }>(
    'SELECT id, path, hash FROM file ORDER BY path',
  );
  return files.map(({ id, path, hash }) => {
    const rows = sql.all<{ body: string; content_hash: string; embedding: Uint8Array | null }>(
      `SELECT body, chunk.content_hash, embedding FROM chunk JOIN document ON document.chunk_id = chunk.id
       LEFT JOIN vector ON vector.id = chunk.vector_id WHERE file_id = ? ORDER BY chunk.id`,
      [id],
    );
    const vectors = new Map<string, Float32Array>();
    for (const { content_hash, embedding } of rows)
      if (embedding) vectors.set(content_hash, new Float32Array(embedding.slice().buffer));
    return { path, hash, chunks: rows.map(({ body }) => JSON.parse(body) as Chunk), vectors };
  });
}
