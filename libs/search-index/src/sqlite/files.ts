import type { Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { Chunk, IndexedFile } from '../port';
import type { PostingChanges } from './postings/posting-changes';
import { insertSections } from './sections';

/** Removes a file's chunks. Their vectors stay until `dropUnusedVectors`: the same text may return. */
export function removeFile(sql: Sql, path: string, postings: PostingChanges): void {
  const file = sql.get<{ id: number }>('SELECT id FROM file WHERE path = ?', [path]);
  if (!file) return;
  const chunks = '(SELECT id FROM chunk WHERE file_id = ?)';
  for (const { id } of sql.all<{ id: number }>('SELECT id FROM chunk WHERE file_id = ?', [file.id]))
    postings.remove(id);
  sql.run(`DELETE FROM document WHERE chunk_id IN ${chunks}`, [file.id]);
  sql.run('DELETE FROM chunk WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM sections WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM sealed_file WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM file WHERE id = ?', [file.id]);
}

/** Replaces a file's chunks. */
export function replaceFile(sql: Sql, file: IndexedFile, postings: PostingChanges): void {
  removeFile(sql, file.path, postings);
  const { id } = sql.run('INSERT INTO file (path, hash) VALUES (?, ?)', [file.path, file.hash]);
  for (const chunk of file.chunks) insertChunk(sql, id, chunk, postings);
  if (file.sections) insertSections(sql, id, file.sections);
}

function insertChunk(sql: Sql, fileId: number, chunk: Chunk, postings: PostingChanges): void {
  const owner = sql.get<{ path: string }>(
    'SELECT path FROM chunk JOIN file ON file.id = file_id WHERE key = ?',
    [chunk.id],
  );
  if (owner)
    throw new Fault(
      'internal',
      `Chunk id "${chunk.id}" of ${chunk.path} already belongs to a chunk of ${owner.path}. Chunk ids must be unique in a snapshot.`,
    );
  const id = postings.allocate();
  sql.run(
    `INSERT INTO chunk (id, key, file_id, language, content_hash, vector_id)
     VALUES (?, ?, ?, ?, ?, (SELECT id FROM vector WHERE content_hash = ?))`,
    [id, chunk.id, fileId, chunk.language.toLowerCase(), chunk.contentHash, chunk.contentHash],
  );
  sql.run('INSERT INTO document (chunk_id, body) VALUES (?, ?)', [id, JSON.stringify(chunk)]);
  postings.add(id, chunk);
}
