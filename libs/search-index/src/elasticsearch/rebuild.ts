import { batches } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { Chunk } from '../port';
import { abandon, claim, whileBeating } from './construction';
import { currentIndex } from './current-index';
import { bulk } from './bulk';
import type { Operation } from './bulk-requests';
import {
  chunkDocument,
  fileDocument,
  treeDocument,
  vectorDocument,
  vectorOf,
  type FileEntry,
  type StoredChunk,
} from './documents';
import { readVectors } from './export';
import { putMeta, type Meta } from './meta';
import { atOneMoment, ofKind, type Moment } from './pages';
import { createSuccessor } from './physical';
import { readTrees, TREES } from './sections';
import type { Snapshot } from './snapshot';

const PAGE = 500;

/**
 * Rebuilds the index from the documents of the present one, with the current template and for the given vectors, and
 * swaps it in one step. Searches use the old index until then, and never a partial one. The old index rejects writes
 * meanwhile, so that no write is lost.
 * @param keepVectors false if the vectors are of another model
 * @throws Fault `index_busy` if another process rebuilds the index
 */
export async function rebuild(snapshot: Snapshot, meta: Meta, keepVectors: boolean): Promise<void> {
  const old = await currentIndex(snapshot);
  await claim(snapshot, old);
  try {
    const successor = await createSuccessor(snapshot, meta);
    await whileBeating(snapshot, successor, () => fill(snapshot, old, successor, meta, keepVectors));
    await snapshot.call((client, alias) =>
      client.indices.updateAliases({
        actions: [
          { add: { index: successor, alias, is_write_index: true } },
          { remove_index: { index: old } },
        ],
      }),
    );
  } catch (error) {
    // The next writer cleans up what could not be removed.
    await abandon(snapshot, old).catch(() => undefined);
    throw error;
  }
}

async function fill(
  snapshot: Snapshot,
  old: string,
  successor: string,
  meta: Meta,
  keepVectors: boolean,
): Promise<void> {
  await snapshot.call((client) => client.indices.addBlock({ index: old, block: 'write' }));
  await snapshot.call((client) => client.indices.refresh({ index: old }));
  await atOneMoment(snapshot, (moment) => copy(snapshot, moment, successor, keepVectors), old);
  await putMeta(snapshot, meta, null, successor);
  await snapshot.call((client) => client.indices.refresh({ index: successor }));
  await sameCounts(snapshot, old, successor, keepVectors);
}

async function copy(snapshot: Snapshot, moment: Moment, to: string, keepVectors: boolean): Promise<void> {
  const some = { sort: ['_shard_doc'], size: PAGE };
  const chunks = { query: ofKind('chunk'), source: ['file', 'ordinal', 'body', 'content_hash'], ...some };
  for await (const page of moment.pages<StoredChunk>(chunks)) {
    const hashes = [...new Set(page.map(({ content_hash }) => content_hash))];
    const vectors = keepVectors ? await readVectors(moment, hashes) : new Map<string, Float32Array>();
    await put(
      snapshot,
      to,
      page.map(({ body, file, ordinal, content_hash }) => {
        const vector = vectors.get(content_hash) ?? null;
        return chunkDocument(JSON.parse(body) as Chunk, { file, ordinal, vector });
      }),
    );
  }
  const files = {
    query: ofKind('file'),
    source: ['file', 'hash', 'chunks', 'count', 'sections_length'],
    ...some,
  };
  for await (const page of moment.pages<FileEntry>(files))
    for (const group of batches(page, TREES, ({ sections_length = 0 }) => sections_length)) {
      const trees = await readTrees(moment, group);
      await put(
        snapshot,
        to,
        group.flatMap(({ file, hash, chunks, count }) => {
          const sections = trees.get(file);
          const entry = fileDocument({ path: file, hash, ...(sections ? { sections } : {}) }, chunks, count);
          return sections ? [entry, treeDocument(file, sections)] : [entry];
        }),
      );
    }
  if (!keepVectors) return;
  const vectors = { query: ofKind('vector'), source: ['content_hash', 'floats'], ...some };
  for await (const page of moment.pages<{ content_hash: string; floats: string }>(vectors))
    await put(
      snapshot,
      to,
      page.map(({ content_hash, floats }) => vectorDocument(content_hash, vectorOf(floats))),
    );
}

async function put(
  snapshot: Snapshot,
  index: string,
  documents: readonly ReturnType<typeof chunkDocument>[],
): Promise<void> {
  await bulk(
    snapshot,
    documents.map((document): Operation => ({ kind: 'put', document })),
    index,
  );
}

async function sameCounts(
  snapshot: Snapshot,
  old: string,
  successor: string,
  keepVectors: boolean,
): Promise<void> {
  for (const kind of ['file', 'tree', 'chunk', ...(keepVectors ? ['vector'] : [])]) {
    const [before, after] = await Promise.all(
      [old, successor].map((index) =>
        snapshot.call(async (client) => (await client.count({ index, query: ofKind(kind) })).count),
      ),
    );
    if (before !== after)
      throw new Fault(
        'internal',
        `${snapshot.name} was not rebuilt: only ${after ?? 0} of ${before ?? 0} documents (${kind}) were copied. The index is unchanged.`,
      );
  }
}
