import { Fault } from '@quarry/turn';
import type { Chunk, IndexInfo } from '../port';
import { chunkId, vectorOf, type FileEntry, type StoredChunk } from './documents';
import { parseMeta, type StoredMeta } from './meta';
import { META_ID } from './names';
import { Moment, ofKind } from './pages';
import type { Snapshot } from './snapshot';

const FILES = 200;
const PAGE = 1_000;

/**
 * Verifies that files, chunks and vectors belong together. The server verifies its own files when it reads them. A text
 * that another client of the server altered goes undetected.
 * @throws Fault `index_damaged` that says what is wrong and what to do, `index_missing`
 */
export async function checkSnapshot(snapshot: Snapshot): Promise<void> {
  const moment = await Moment.of(snapshot);
  try {
    const wrong = new Map<string, number>();
    const report = (what: string, n = 1): void => {
      if (n > 0) wrong.set(what, (wrong.get(what) ?? 0) + n);
    };
    const { chunks, trees } = await checkFiles(moment, report);
    report('chunks without a file', (await moment.count(ofKind('chunk'))) - chunks);
    report('section trees without a file', (await moment.count(ofKind('tree'))) - trees);
    await checkVectors(moment, await embedderOf(snapshot, moment), report);
    if (wrong.size === 0) return;
    const list = [...wrong].map(([what, n]) => `${n} ${what}`).join('; ');
    throw new Fault(
      'index_damaged',
      `${snapshot.name} at ${snapshot.server.address.place} is damaged (${list}). Build it again with \`quarry index PATH --rebuild\`.`,
    );
  } finally {
    await moment.close();
  }
}

type Report = (what: string, n?: number) => void;

/** @returns the number of chunks and section trees that belong to a file */
async function checkFiles(
  moment: Moment,
  report: Report,
): Promise<{ readonly chunks: number; readonly trees: number }> {
  let total = 0;
  let trees = 0;
  const listing = {
    query: ofKind('file'),
    sort: ['file'],
    source: ['file', 'hash', 'chunks', 'count', 'sections_length'],
    size: FILES,
  };
  for await (const files of moment.pages<FileEntry>(listing)) {
    const listed = new Map(files.map(({ file, chunks }) => [file, new Set(chunks)]));
    const seen = new Map<string, number>();
    const chunks = {
      query: ofKind('chunk', { terms: { file: [...listed.keys()] } }),
      sort: ['_shard_doc'],
      source: ['file', 'body', 'content_hash'],
      size: PAGE,
    };
    for await (const page of moment.hits<StoredChunk>(chunks))
      for (const { _id, _source } of page) {
        if (!_source) continue;
        total++;
        seen.set(_source.file, (seen.get(_source.file) ?? 0) + 1);
        if (!listed.get(_source.file)?.has(_id ?? '')) report('chunks that their file does not list');
        if (!isItself(_source, _id)) report('chunks that differ from their searched fields');
      }
    // The next run rewrites a file that is being replaced, or whose replacement was interrupted.
    for (const { file, hash, count } of files)
      if (hash !== '' && (seen.get(file) ?? 0) < count) report('files with missing chunks');
    trees += await checkTrees(moment, files, report);
  }
  return { chunks: total, trees };
}

/** Counts the trees of these files. @returns their number */
async function checkTrees(moment: Moment, files: readonly FileEntry[], report: Report): Promise<number> {
  const documents = files.filter(({ sections_length }) => sections_length !== undefined);
  if (documents.length === 0) return 0;
  const trees = await moment.count(ofKind('tree', { terms: { file: documents.map(({ file }) => file) } }));
  const complete = documents.filter(({ hash }) => hash !== '').length;
  report('documents without their section tree', complete - trees);
  return trees;
}

function isItself({ body, content_hash }: StoredChunk, id: string | undefined): boolean {
  try {
    const chunk = JSON.parse(body) as Chunk;
    return chunkId(chunk) === id && chunk.contentHash === content_hash;
  } catch {
    return false;
  }
}

async function embedderOf(snapshot: Snapshot, moment: Moment): Promise<IndexInfo['embedder']> {
  const listing = {
    query: { ids: { values: [META_ID] } },
    sort: ['_shard_doc'],
    source: ['meta', 'version'],
  };
  const [stored] = await moment.all<StoredMeta>(listing);
  if (!stored) throw snapshot.missing();
  return parseMeta(snapshot, stored).meta.embedder;
}

async function checkVectors(moment: Moment, embedder: IndexInfo['embedder'], report: Report): Promise<void> {
  const listing = {
    query: ofKind('vector'),
    sort: ['content_hash'],
    source: ['content_hash', 'floats'],
    size: PAGE,
  };
  const embedded = ofKind('chunk', { term: { embedded: true } });
  let covered = 0;
  for await (const page of moment.pages<{ content_hash: string; floats: string }>(listing)) {
    for (const { floats } of page) {
      const vector = vectorOf(floats);
      if (vector.length !== embedder?.dimension) report('vectors with another dimension than the model');
      else if (!vector.every(Number.isFinite)) report('vectors that contain NaN or Infinity');
    }
    const hashes = page.map(({ content_hash }) => content_hash);
    covered += await moment.count({ bool: { filter: [embedded, { terms: { content_hash: hashes } }] } });
  }
  report('chunks without their vector', (await moment.count(embedded)) - covered);
  const unsearchable = [{ exists: { field: 'vector' } }, { term: { norm: 0 } }];
  report(
    'chunks that a vector search cannot find',
    await moment.count({ bool: { filter: [embedded], must_not: unsearchable } }),
  );
}
