import { createHash } from 'node:crypto';
import type { Sql } from '@quarry/sqlite';

/** Writes down what the snapshot holds, where that is not known since the last change. A later check then sees what was lost or altered. */
export function seal(sql: Sql): void {
  if (sealOf(sql) !== null) return;
  sql.run('INSERT OR REPLACE INTO seal (one, digest) VALUES (1, ?)', [contentDigest(sql)]);
}

/** To be called with every change of files and chunks, in its transaction. */
export function breakSeal(sql: Sql): void {
  sql.run('DELETE FROM seal');
}

/** Digest of the files and chunks when the last run ended; null where a run has not come to its end. */
export function sealOf(sql: Sql): string | null {
  return sql.get<{ digest: string }>('SELECT digest FROM seal')?.digest ?? null;
}

/** SHA-256 of the manifest and of every chunk as it is stored. Chunks are read in pages: a snapshot may be larger than memory. */
export function contentDigest(sql: Sql): string {
  const hash = createHash('sha256');
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
    if (!last) return hash.digest('hex');
    after = last.key;
  }
}
