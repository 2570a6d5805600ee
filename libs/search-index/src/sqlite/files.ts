import type { Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import { analyze } from '../analysis';
import type { Chunk, IndexedFile } from '../port';
import { insertSections } from './sections';

/** Takes a file's chunks out. Their vectors stay until `dropUnusedVectors`: the same text may come back. */
export function removeFile(sql: Sql, path: string): void {
  const file = sql.get<{ id: number }>('SELECT id FROM file WHERE path = ?', [path]);
  if (!file) return;
  const chunks = '(SELECT id FROM chunk WHERE file_id = ?)';
  sql.run(`DELETE FROM terms WHERE rowid IN ${chunks}`, [file.id]);
  sql.run(`DELETE FROM document WHERE chunk_id IN ${chunks}`, [file.id]);
  sql.run('DELETE FROM chunk WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM sections WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM file WHERE id = ?', [file.id]);
}

/** Puts a file's chunks in the place of those that it had. */
export function replaceFile(sql: Sql, file: IndexedFile): void {
  removeFile(sql, file.path);
  const { id } = sql.run('INSERT INTO file (path, hash) VALUES (?, ?)', [file.path, file.hash]);
  for (const chunk of file.chunks) insertChunk(sql, id, chunk);
  if (file.sections) insertSections(sql, id, file.sections);
}

/** Vectors whose text is nowhere in the snapshot any more. */
export function dropUnusedVectors(sql: Sql): void {
  sql.run('DELETE FROM vector WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.vector_id = vector.id)');
}

function insertChunk(sql: Sql, fileId: number, chunk: Chunk): void {
  const owner = sql.get<{ path: string }>(
    'SELECT path FROM chunk JOIN file ON file.id = file_id WHERE key = ?',
    [chunk.id],
  );
  if (owner)
    throw new Fault(
      'internal',
      `Chunk id "${chunk.id}" of ${chunk.path} is already that of a chunk of ${owner.path}. Ids must be unique in a snapshot.`,
    );
  const { id } = sql.run(
    `INSERT INTO chunk (key, file_id, language, content_hash, vector_id)
     VALUES (?, ?, ?, ?, (SELECT id FROM vector WHERE content_hash = ?))`,
    [chunk.id, fileId, chunk.language.toLowerCase(), chunk.contentHash, chunk.contentHash],
  );
  sql.run('INSERT INTO document (chunk_id, body) VALUES (?, ?)', [id, JSON.stringify(chunk)]);
  sql.run('INSERT INTO terms (rowid, name, path, text) VALUES (?, ?, ?, ?)', [
    id,
    terms(`${chunk.symbol ?? ''} ${chunk.title ?? ''}`),
    terms(chunk.path),
    terms(chunk.text),
  ]);
}

function terms(text: string): string {
  return analyze(text).join(' ');
}
