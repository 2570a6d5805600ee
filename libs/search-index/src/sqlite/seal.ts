import { createHash, type Hash } from 'node:crypto';
import type { Sql } from '@quarry/sqlite';
import { plainDigest } from './plain-digest';

/** Mark a digest of all files in their order, as earlier versions recorded it, and the sum over those of files. */
const BY_FILE = 'by file ';
const SUM = 'sum ';

/** Sums are numbers below this one. */
const RANGE = 2n ** 256n;

interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly hash: string;
}

/**
 * Records the snapshot's content, unless it is recorded since the last change. A later check then detects lost or
 * altered content. Only files that changed since the last record are read: the others count as they were then.
 */
export function seal(sql: Sql): void {
  if (sealOf(sql) !== null) return;
  let sum = sumOf(sql);
  for (const file of sql.all<FileRow>(
    "SELECT id, path, hash FROM sealed_file JOIN file ON id = file_id WHERE digest = ''",
  )) {
    const digest = digestOfFile(sql, file.id);
    sql.run('UPDATE sealed_file SET digest = ? WHERE file_id = ?', [digest, file.id]);
    sum += partOf(file, digest);
  }
  putSum(sql, sum);
  sql.run('INSERT OR REPLACE INTO seal (one, digest) VALUES (1, ?)', [`${SUM}${hex(sum)}`]);
}

/** Call this with every change of files, in its transaction. */
export function breakSeal(sql: Sql): void {
  sql.run('DELETE FROM seal');
}

/** Removes what is recorded of a file. Call it before the file's row changes. */
export function forgetFile(sql: Sql, fileId: number): void {
  const file = sql.get<FileRow & { readonly digest: string }>(
    'SELECT id, path, hash, digest FROM sealed_file JOIN file ON id = file_id WHERE file_id = ?',
    [fileId],
  );
  if (file && file.digest !== '') putSum(sql, sumOf(sql) - partOf(file, file.digest));
  sql.run('DELETE FROM sealed_file WHERE file_id = ?', [fileId]);
}

/** Whether files, chunks or section trees are other than at the end of the last run. False if a run was interrupted. */
export function isSealBroken(sql: Sql): boolean {
  const sealed = sealOf(sql);
  if (sealed === null) return false;
  if (sealed.startsWith(SUM)) return sealed !== `${SUM}${hex(sumOfContent(sql))}`;
  return sealed !== (sealed.startsWith(BY_FILE) ? digestOf(sql) : plainDigest(sql));
}

/** The sum over all sealed files. It does not depend on their order, so that a change costs what changed. */
function sumOf(sql: Sql): bigint {
  const known = sql.get<{ sum: string }>('SELECT sum FROM sealed_sum');
  if (known) return BigInt(`0x${known.sum}`);
  let sum = 0n;
  for (const { digest, ...file } of sql.all<FileRow & { readonly digest: string }>(
    "SELECT id, path, hash, digest FROM sealed_file JOIN file ON id = file_id WHERE digest <> ''",
  ))
    sum += partOf(file, digest);
  return sum;
}

function putSum(sql: Sql, sum: bigint): void {
  sql.run('INSERT OR REPLACE INTO sealed_sum (one, sum) VALUES (1, ?)', [hex(sum)]);
}

function sumOfContent(sql: Sql): bigint {
  return sql
    .all<FileRow>('SELECT id, path, hash FROM file')
    .reduce((sum, file) => sum + partOf(file, digestOfFile(sql, file.id)), 0n);
}

/** What a file adds to the sum. */
function partOf({ path, hash }: FileRow, digest: string): bigint {
  return BigInt(`0x${createHash('sha256').update(`${path}\0${hash}\0${digest}\n`).digest('hex')}`);
}

function hex(sum: bigint): string {
  return (((sum % RANGE) + RANGE) % RANGE).toString(16);
}

function sealOf(sql: Sql): string | null {
  return sql.get<{ digest: string }>('SELECT digest FROM seal')?.digest ?? null;
}

/** SHA-256 of the manifest, and of the content of each file. */
function digestOf(sql: Sql): string {
  const hash = createHash('sha256');
  for (const { id, path, hash: own } of sql.all<FileRow>('SELECT id, path, hash FROM file ORDER BY path'))
    hash.update(`${path}\0${own}\0${digestOfFile(sql, id)}\n`);
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
