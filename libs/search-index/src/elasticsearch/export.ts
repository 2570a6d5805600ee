import { batches } from '@quarry/sqlite';
import type { Chunk, ExportedFile } from '../port';
import { vectorOf, type FileEntry, type StoredChunk } from './documents';
import { Moment, ofKind } from './pages';
import { readTrees, TREES } from './sections';
import type { Snapshot } from './snapshot';

/** Chunks that are read together. */
const CHUNKS = 1_000;
/** Files that are read together. The server accepts 65,536 values in one query. */
const FILES = 500;

/** Path → hash of every stored file. */
export async function readManifest(snapshot: Snapshot): Promise<Map<string, string>> {
  const moment = await Moment.of(snapshot);
  try {
    const listing = { query: ofKind('file'), sort: ['_shard_doc'], source: ['file', 'hash'], size: 10_000 };
    const entries = await moment.all<FileEntry>(listing);
    return new Map(entries.map(({ file, hash }) => [file, hash]));
  } finally {
    await moment.close();
  }
}

/** The snapshot's files with their vectors, by path, as of the first read. Holds a few thousand chunks in memory. */
export async function* exportFiles(snapshot: Snapshot): AsyncGenerator<ExportedFile> {
  const moment = await Moment.of(snapshot);
  try {
    const listing = {
      query: ofKind('file'),
      sort: ['file'],
      source: ['file', 'hash', 'count', 'sections_length'],
      size: FILES,
    };
    for await (const page of moment.pages<FileEntry>(listing))
      for (const group of batches(page, 1, weightOf)) yield* withChunks(moment, group);
  } finally {
    await moment.close();
  }
}

/** The files that are read together. */
function weightOf({ count, sections_length = 0 }: FileEntry): number {
  return count / CHUNKS + sections_length / TREES;
}

async function* withChunks(moment: Moment, files: readonly FileEntry[]): AsyncGenerator<ExportedFile> {
  const stored = await moment.all<StoredChunk>({
    query: ofKind('chunk', { terms: { file: files.map(({ file }) => file) } }),
    sort: ['file', 'ordinal', '_shard_doc'],
    source: ['file', 'body', 'content_hash'],
  });
  const vectors = await readVectors(moment, [...new Set(stored.map(({ content_hash }) => content_hash))]);
  const chunks = new Map<string, StoredChunk[]>(files.map(({ file }) => [file, []]));
  for (const chunk of stored) chunks.get(chunk.file)?.push(chunk);
  const trees = await readTrees(moment, files);
  for (const { file, hash } of files) {
    const sections = trees.get(file);
    const own = chunks.get(file) ?? [];
    yield {
      path: file,
      hash,
      chunks: own.map(({ body }) => JSON.parse(body) as Chunk),
      ...(sections ? { sections } : {}),
      vectors: new Map(
        own.flatMap(({ content_hash }) => {
          const vector = vectors.get(content_hash);
          return vector ? [[content_hash, vector] as const] : [];
        }),
      ),
    };
  }
}

/** The vectors of some contents, if they have one. */
export async function readVectors(
  moment: Moment,
  contentHashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  if (contentHashes.length === 0) return new Map();
  const stored = await moment.all<{ readonly content_hash: string; readonly floats: string }>({
    query: ofKind('vector', { terms: { content_hash: [...contentHashes] } }),
    sort: ['_shard_doc'],
    source: ['content_hash', 'floats'],
  });
  return new Map(stored.map(({ content_hash, floats }) => [content_hash, vectorOf(floats)]));
}
