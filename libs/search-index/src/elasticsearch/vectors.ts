import { batches } from '@quarry/sqlite';
import { Fault, defined } from '@quarry/turn';
import type { Chunk, IndexInfo } from '../port';
import { bulk } from './bulk';
import type { Operation } from './bulk-requests';
import { chunkDocument, vectorDocument, type StoredChunk } from './documents';
import { documentId } from './names';
import { atOneMoment, ofKind } from './pages';
import type { Snapshot } from './snapshot';

/** Contents per lookup. */
const BATCH = 500;
/** Buckets per page of an aggregation. */
const BUCKETS = 5_000;

export interface ContentVector {
  readonly contentHash: string;
  readonly vector: Float32Array;
}

/** One chunk per content without a vector, at most `limit`, in the order of their content hashes. */
export async function pendingChunks(snapshot: Snapshot, limit: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let after: string | undefined; ;) {
    const size = Math.min(limit - chunks.length, 1_000);
    const { hits } = await snapshot.call((client, index) =>
      client.search<StoredChunk>({
        index,
        query: ofKind('chunk', { term: { embedded: false } }),
        collapse: { field: 'content_hash' },
        sort: ['content_hash'],
        size,
        _source: ['body', 'content_hash'],
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after === undefined ? {} : { search_after: [after] }),
      }),
    );
    for (const { _source } of hits.hits) if (_source) chunks.push(JSON.parse(_source.body) as Chunk);
    after = hits.hits.at(-1)?._source?.content_hash;
    if (hits.hits.length < size || chunks.length >= limit || after === undefined) return chunks;
  }
}

/**
 * Stores vectors for every visible chunk with that content. A content that no longer exists is skipped. A chunk that is
 * replaced concurrently stays pending.
 */
export async function storeVectors(snapshot: Snapshot, vectors: readonly ContentVector[]): Promise<void> {
  for (const batch of batches(vectors, BATCH)) {
    const wanted = new Map(batch.map((one) => [one.contentHash, one.vector]));
    const puts: Operation[] = [];
    const used = new Set<string>();
    await eachChunkOf(snapshot, [...wanted.keys()], ({ stored, revision }) => {
      const vector = wanted.get(stored.content_hash);
      if (!vector) return;
      used.add(stored.content_hash);
      const chunk = JSON.parse(stored.body) as Chunk;
      const { file, ordinal } = stored;
      puts.push({ kind: 'put', document: chunkDocument(chunk, { file, ordinal, vector }), after: revision });
    });
    // First the vectors that later writes look up, then the chunks that exist.
    await bulk(
      snapshot,
      [...wanted].flatMap(([hash, vector]): Operation[] =>
        used.has(hash) ? [{ kind: 'put', document: vectorDocument(hash, vector) }] : [],
      ),
    );
    await bulk(snapshot, puts);
  }
}

/** @throws Fault `index_other_model` if `vector` has another dimension than the snapshot's model, or contains NaN */
export function checkVector(
  vector: Float32Array,
  embedder: NonNullable<IndexInfo['embedder']>,
  where: string,
): void {
  if (embedder.dimension !== vector.length)
    throw new Fault(
      'index_other_model',
      `A vector has ${vector.length} dimensions, but ${where} was embedded by ${embedder.id} with ${embedder.dimension}. ` +
        'Use that model, or index again with the other one.',
    );
  if (!vector.every(Number.isFinite))
    throw new Fault(
      'bad_request',
      `A vector for ${where} contains a value that is not a number. Embed its text again.`,
    );
}

/** Deletes vectors whose content is in no chunk any more. */
export async function dropUnusedVectors(snapshot: Snapshot): Promise<void> {
  for (let after: Record<string, string> | undefined; ;) {
    const { aggregations } = await snapshot.call((client, index) =>
      client.search<unknown, { contents: ContentBuckets }>({
        index,
        size: 0,
        track_total_hits: false,
        query: { bool: { filter: [{ terms: { kind: ['chunk', 'vector'] } }] } },
        aggs: {
          contents: {
            composite: {
              size: BUCKETS,
              sources: [{ hash: { terms: { field: 'content_hash' } } }],
              ...defined({ after }),
            },
            aggs: { chunks: { filter: { term: { kind: 'chunk' } } } },
          },
        },
      }),
    );
    const found = aggregations?.contents;
    const unused = (found?.buckets ?? []).filter(({ chunks }) => chunks.doc_count === 0);
    await bulk(
      snapshot,
      unused.map(({ key }) => ({ kind: 'delete', id: documentId('vector', key.hash) })),
    );
    after = found?.after_key;
    if (after === undefined) return;
  }
}

interface ContentBuckets {
  readonly buckets: readonly {
    readonly key: { readonly hash: string };
    readonly chunks: { readonly doc_count: number };
  }[];
  readonly after_key?: Record<string, string>;
}

async function eachChunkOf(
  snapshot: Snapshot,
  contentHashes: readonly string[],
  use: (chunk: {
    readonly stored: StoredChunk;
    readonly revision: { seqNo: number; primaryTerm: number };
  }) => void,
): Promise<void> {
  await atOneMoment(snapshot, async (moment) => {
    const listing = {
      query: ofKind('chunk', { terms: { content_hash: [...contentHashes] } }),
      sort: ['_shard_doc'],
      source: ['body', 'file', 'ordinal', 'content_hash'],
    };
    for await (const page of moment.hits<StoredChunk>(listing))
      for (const { _source, _seq_no, _primary_term } of page)
        if (_source)
          use({ stored: _source, revision: { seqNo: _seq_no ?? -1, primaryTerm: _primary_term ?? 0 } });
  });
}
