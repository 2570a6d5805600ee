import { createHash, type Hash } from 'node:crypto';
import type { Sql } from '@quarry/sqlite';
import { plainDigest } from './plain-digest';

/** Marks a digest that is made from those of the files. */
const BY_FILE = 'by file ';

/**
 * Records the snapshot's content, unless it is recorded since the last change. A later check then detects lost or
 * altered content. Only files that are new since the last record are read: those before are recorded as they were then.
 */
export function seal(sql: Sql): void {
  if (sealOf(sql) !== null) return;
  for (const { id } of sql.all<{ id: number }>(
    'SELECT id FROM file WHERE NOT EXISTS (SELECT 1 FROM sealed_file WHERE file_id = id)',
  ))
    sql.run('INSERT INTO sealed_file (file_id, digest) VALUES (?, ?)', [id, digestOfFile(sql, id)]);
  const digests = new Map(
    sql
      .all<{ file_id: number; digest: string }>('SELECT file_id, digest FROM sealed_file')
      .map((row) => [row.file_id, row.digest]),
  );
  const digest = digestOf(sql, (id) => digests.get(id) ?? '');
  sql.run('INSERT OR REPLACE INTO seal (one, digest) VALUES (1, ?)', [digest]);
}

/** Call this with every change of files, in its transaction. */
export function breakSeal(sql: Sql): void {
  sql.run('DELETE FROM seal');
}

/** Whether files, chunks or section trees are other than at the end of the last run. False if a run was interrupted. */
export function isSealBroken(sql: Sql): boolean {
  const sealed = sealOf(sql);
  if (sealed === null) return false;
  const now = sealed.startsWith(BY_FILE) ? digestOf(sql, (id) => digestOfFile(sql, id)) : plainDigest(sql);
  return sealed !== now;
}

function sealOf(sql: Sql): string | null {
  return sql.get<{ digest: string }>('SELECT digest FROM seal')?.digest ?? null;
}

/** SHA-256 of the manifest, and of the content of each file. */
function digestOf(sql: Sql, contentOf: (fileId: number) => string): string {
  const hash = createHash('sha256');
  for (const { id, path, hash: own } of sql.all<{ id: number; path: string; hash: string }>(
    'SELECT id, path, hash FROM file ORDER BY path',
  ))
    hash.update(`${path}\0${own}\0${contentOf(id)}\n`);
  return `${BY_FILE}${hash.digest('hex')}`;
}

/** SHA-256 of a file's chunks and of its section tree, as they are stored. */
function digestOfFile(sql: Sql, fileId: number): string {
  const hash = createHash('sha256');
  addChunks(sql, fileId, hash);
  const tree = sql.get<{ roots: string; body: string }>(
    'SELECT roots, body FROM sections WHERE file_id = ?',
    [fileId],
  );
  if (tree) hash.update(`${tree.roots}\0${tree.body}\n`);
  return hash.digest('base64url');
}

/** In pages, because a file may be larger than memory. */
function addChunks(sql: Sql, fileId: number, hash: Hash): void {
  for (let after = -1; ;) {
    const rows = sql.all<{ id: number; key: string; content: string; body: string | null }>(
      `SELECT id, key, content_hash AS content, body FROM chunk LEFT JOIN document ON document.chunk_id = chunk.id
       WHERE file_id = ? AND id > ? ORDER BY id LIMIT 1000`,
      [fileId, after],
    );
    for (const { key, content, body } of rows) hash.update(`${key}\0${content}\0${body ?? ''}\n`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
