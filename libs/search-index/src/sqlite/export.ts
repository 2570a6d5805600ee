import { setImmediate as breathe } from 'node:timers/promises';
import type { Sql, View } from '@quarry/sqlite';
import type { ExportedFile } from '../port';
import { sectionsOfFile } from './sections';
import { chunkOfRow, COMMIT_OF_ALL, type ChunkRow } from './stored-chunk';

/** Files whose names are read at once; their chunks are read file by file. */
const PAGE = 200;

interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly hash: string;
}

/** The snapshot's files with their vectors, by path. Memory holds one file and one page of names. */
export async function* exportedFiles(view: View): AsyncGenerator<ExportedFile> {
  for (let page = pageAfter(view, ''); page.length > 0; page = pageAfter(view, page.at(-1)?.path ?? '')) {
    for (const file of page) yield view.read((sql) => exportedFile(sql, file));
    await breathe();
  }
}

function pageAfter(view: View, path: string): FileRow[] {
  return view.read((sql) =>
    sql.all<FileRow>('SELECT id, path, hash FROM file WHERE path > ? ORDER BY path LIMIT ?', [path, PAGE]),
  );
}

function exportedFile(sql: Sql, { id, path, hash }: FileRow): ExportedFile {
  const rows = sql.all<ChunkRow & { content_hash: string; embedding: Uint8Array | null }>(
    `SELECT document.body, chunk.content_hash, embedding, ${COMMIT_OF_ALL} FROM chunk JOIN document ON document.chunk_id = chunk.id
     LEFT JOIN vector ON vector.id = chunk.vector_id WHERE file_id = ?
     ORDER BY body ->> '$.startLine', body ->> '$.offset', length(key), key`,
    [id],
  );
  const vectors = new Map<string, Float32Array>();
  for (const { content_hash, embedding } of rows)
    if (embedding) vectors.set(content_hash, new Float32Array(embedding.slice().buffer));
  const sections = sectionsOfFile(sql, id);
  return {
    path,
    hash,
    chunks: rows.map(chunkOfRow),
    ...(sections ? { sections } : {}),
    vectors,
  };
}
