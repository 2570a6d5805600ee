import type { Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { Chunk, IndexedFile } from '../port';
import type { PostingChanges } from './postings/posting-changes';
import { forgetFile } from './seal';
import { insertSections } from './sections';
import { loosenVectors } from './vectors';

/** Path and hash of the stored files; only of those that end so, if endings are given. */
export function readManifest(
  sql: Sql,
  { endings }: { readonly endings?: readonly string[] },
): ReadonlyMap<string, string> {
  const where = endings ? `WHERE ${endings.map(() => "path LIKE ? ESCAPE '!'").join(' OR ') || 'false'}` : '';
  const patterns = endings?.map((ending) => `%${ending.replace(/[!%_]/g, '!$&')}`) ?? [];
  const rows = sql.all<{ path: string; hash: string }>(`SELECT path, hash FROM file ${where}`, patterns);
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

/** Removes a file's chunks. Their vectors stay until `dropUnusedVectors`: the same text may return. */
export function removeFile(sql: Sql, path: string, postings: PostingChanges): void {
  const file = sql.get<{ id: number }>('SELECT id FROM file WHERE path = ?', [path]);
  if (!file) return;
  const chunks = sql.all<{ id: number }>('SELECT id FROM chunk WHERE file_id = ?', [file.id]);
  removeChunks(
    sql,
    chunks.map(({ id }) => id),
    postings,
  );
  sql.run('DELETE FROM sections WHERE file_id = ?', [file.id]);
  forgetFile(sql, file.id);
  sql.run('DELETE FROM file WHERE id = ?', [file.id]);
}

/** A stored chunk; without `body` if it is lost. */
interface ChunkRow {
  readonly id: number;
  readonly key: string;
  readonly body: string | null;
}

/**
 * Replaces a file's chunks. Those whose text, names and titles are as before keep their rows and keywords, also at
 * other lines, so that a change costs what differs, and most pages of the database stay as they are.
 */
export function replaceFile(sql: Sql, file: IndexedFile, postings: PostingChanges): void {
  const fileId = fileRow(sql, file);
  const rows = sql.all<ChunkRow>(
    'SELECT id, key, body FROM chunk LEFT JOIN document ON chunk_id = id WHERE file_id = ? ORDER BY id',
    [fileId],
  );
  const kept = rowsOf(file.chunks, rows);
  const used = new Set(kept.values());
  const gone = rows.filter((row) => !used.has(row));
  removeChunks(
    sql,
    gone.map(({ id }) => id),
    postings,
  );
  // Chunks may get the ids that others of the file had.
  for (const [chunk, { id, key }] of kept)
    if (chunk.id !== key) sql.run('UPDATE chunk SET key = char(0) || id WHERE id = ?', [id]);
  for (const chunk of file.chunks) {
    const row = kept.get(chunk);
    if (row) changeChunk(sql, row, chunk);
    else insertChunk(sql, fileId, chunk, postings);
  }
  if (file.sections) insertSections(sql, fileId, file.sections);
}

/** The id of the file's row, without what depends on its content. */
function fileRow(sql: Sql, { path, hash }: IndexedFile): number {
  const known = sql.get<{ id: number }>('SELECT id FROM file WHERE path = ?', [path]);
  const id = known?.id ?? sql.run('INSERT INTO file (path, hash) VALUES (?, ?)', [path, hash]).id;
  if (known) {
    forgetFile(sql, id);
    sql.run('UPDATE file SET hash = ? WHERE id = ?', [hash, id]);
    sql.run('DELETE FROM sections WHERE file_id = ?', [id]);
  }
  sql.run("INSERT INTO sealed_file (file_id, digest) VALUES (?, '')", [id]);
  return id;
}

/** The stored row of each chunk that has the same keywords and the same vector. */
function rowsOf(chunks: readonly Chunk[], rows: readonly ChunkRow[]): ReadonlyMap<Chunk, ChunkRow> {
  if (rows.length === 0) return new Map();
  const free = Map.groupBy(rows, ({ body }) => contentOf(parsed(body)));
  const kept = new Map<Chunk, ChunkRow>();
  for (const chunk of chunks) {
    const row = free.get(contentOf(chunk))?.shift();
    if (row) kept.set(chunk, row);
  }
  return kept;
}

/** What the keywords and the vector of a chunk are made of. */
function contentOf(chunk: Chunk | null): string | null {
  return (
    chunk &&
    JSON.stringify([chunk.contentHash, chunk.path, chunk.symbol, chunk.title, chunk.tableHead, chunk.text])
  );
}

/** Null if it is damaged. */
function parsed(body: string | null): Chunk | null {
  try {
    return JSON.parse(body ?? 'null') as Chunk | null;
  } catch {
    return null;
  }
}

function changeChunk(sql: Sql, { id, key, body }: ChunkRow, chunk: Chunk): void {
  if (chunk.id !== key) {
    checkOwner(sql, chunk);
    sql.run('UPDATE chunk SET key = ? WHERE id = ?', [chunk.id, id]);
  }
  const now = JSON.stringify(chunk);
  if (now === body) return;
  sql.run('UPDATE chunk SET language = ? WHERE id = ?', [chunk.language.toLowerCase(), id]);
  sql.run('UPDATE document SET body = ? WHERE chunk_id = ?', [now, id]);
}

function removeChunks(sql: Sql, ids: readonly number[], postings: PostingChanges): void {
  loosenVectors(sql, ids);
  for (const id of ids) {
    postings.remove(id);
    sql.run('DELETE FROM document WHERE chunk_id = ?', [id]);
    sql.run('DELETE FROM chunk WHERE id = ?', [id]);
  }
}

function insertChunk(sql: Sql, fileId: number, chunk: Chunk, postings: PostingChanges): void {
  checkOwner(sql, chunk);
  const id = postings.allocate();
  sql.run(
    `INSERT INTO chunk (id, key, file_id, language, content_hash, vector_id)
     VALUES (?, ?, ?, ?, ?, (SELECT id FROM vector WHERE content_hash = ?))`,
    [id, chunk.id, fileId, chunk.language.toLowerCase(), chunk.contentHash, chunk.contentHash],
  );
  sql.run('INSERT INTO document (chunk_id, body) VALUES (?, ?)', [id, JSON.stringify(chunk)]);
  postings.add(id, chunk);
}

/** @throws Fault `internal` if a stored chunk has the id */
function checkOwner(sql: Sql, chunk: Chunk): void {
  const owner = sql.get<{ path: string }>(
    'SELECT path FROM chunk JOIN file ON file.id = file_id WHERE key = ?',
    [chunk.id],
  );
  if (owner)
    throw new Fault(
      'internal',
      `Chunk id "${chunk.id}" of ${chunk.path} already belongs to a chunk of ${owner.path}. Chunk ids must be unique in a snapshot.`,
    );
}
