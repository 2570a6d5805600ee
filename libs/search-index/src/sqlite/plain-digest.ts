import { createHash, type Hash } from 'node:crypto';
import type { Sql } from '@quarry/sqlite';

/**
 * SHA-256 of the manifest, of every chunk and of every section tree, with which versions before `sealed_file` recorded
 * the content. They are read in pages, because a snapshot may be larger than memory.
 */
export function plainDigest(sql: Sql): string {
  const hash = createHash('sha256');
  addChunks(sql, hash);
  addSections(sql, hash);
  return hash.digest('hex');
}

function addChunks(sql: Sql, hash: Hash): void {
  for (const { path, hash: own } of sql.all<{ path: string; hash: string }>(
    'SELECT path, hash FROM file ORDER BY path',
  ))
    hash.update(`${path}\0${own}\n`);
  for (let after = ''; ;) {
    const rows = sql.all<{ key: string; content: string; body: string | null }>(
      `SELECT key, content_hash AS content, body FROM chunk LEFT JOIN document ON document.chunk_id = chunk.id
       WHERE key > ? ORDER BY key LIMIT 1000`,
      [after],
    );
    for (const { key, content, body } of rows) hash.update(`${key}\0${content}\0${body ?? ''}\n`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

function addSections(sql: Sql, hash: Hash): void {
  for (let after = -1; ;) {
    const rows = sql.all<{ file_id: number; path: string | null; roots: string; body: string }>(
      `SELECT file_id, path, roots, body FROM sections LEFT JOIN file ON file.id = file_id
       WHERE file_id > ? ORDER BY file_id LIMIT 20`,
      [after],
    );
    for (const { path, roots, body } of rows) hash.update(`${path ?? ''}\0${roots}\0${body}\n`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.file_id;
  }
}
