import { Server } from '@quarry/elasticsearch';
import { batches } from '@quarry/sqlite';
import { Fault, type Imprint, type Section, type SnapshotRef } from '@quarry/turn';
import type {
  Chunk,
  ExportedFile,
  Hit,
  IndexedFile,
  IndexInfo,
  IndexMeta,
  PartHit,
  SearchIndex,
  SearchPart,
  TermCounts,
  SearchQuery,
} from '../port';
import { checkSnapshot } from './check';
import { countTerms } from './count-terms';
import { constructionEnd } from './construction';
import { describeSnapshot } from './describe';
import { exportFiles, readManifest } from './export';
import { metaAfter, readMeta, type Meta, type MetaChange } from './meta';
import { deleteSnapshot } from './physical';
import { rankAcross } from './rank-across';
import { rankAll } from './ranking';
import { checkIds, replaceFiles } from './replace-files';
import { readSections } from './sections';
import { Snapshot } from './snapshot';
import type { FileChange } from './stored-files';
import { checkVector, dropUnusedVectors, pendingChunks, storeVectors, type ContentVector } from './vectors';
import { changeMeta, openForWriting } from './write-meta';

/** Chunks that are replaced together. A file's section tree weighs as much as one chunk per this many nodes. */
const BATCH = 500;
const SECTIONS_A_CHUNK = 10;

/** Retries of a write after a concurrent rebuild of the index. */
const ATTEMPTS = 5;

/**
 * Search index on Elasticsearch 8 with BM25 and kNN: one index per snapshot, behind an alias. A write becomes visible
 * to all clients when its call returns; it may become visible earlier only if another client's write ends in between.
 * ADR 8 lists what the server does not guarantee, and how this adapter compensates for it.
 */
export class ElasticsearchSearchIndex implements SearchIndex {
  private readonly server: Server;
  /** The last known meta data, by alias. */
  private readonly known = new Map<string, Meta>();
  /** The last write to each alias. Writes of one process to one snapshot run one after another. */
  private readonly writes = new Map<string, Promise<unknown>>();
  /** Aliases that may have unused vectors. */
  private readonly loose = new Set<string>();

  constructor(url: string, apiKey?: string) {
    this.server = new Server('SEARCH_INDEX_URL', url, { apiKey });
  }

  ping(): Promise<void> {
    return this.server.ping();
  }

  describe(ref: SnapshotRef): Promise<IndexInfo | null> {
    return nullIfMissing(describeSnapshot(this.snapshot(ref)));
  }

  async imprint(ref: SnapshotRef): Promise<Imprint | null> {
    return (await nullIfMissing(readMeta(this.snapshot(ref))))?.meta.imprint ?? null;
  }

  async manifest(
    ref: SnapshotRef,
    { endings }: { readonly endings?: readonly string[] } = {},
  ): Promise<ReadonlyMap<string, string>> {
    const files = (await nullIfMissing(readManifest(this.snapshot(ref)))) ?? new Map<string, string>();
    if (!endings) return files;
    // A query with a leading wildcard is refused by servers that allow no expensive queries.
    const wanted = endings.map((ending) => ending.toLowerCase());
    return new Map(
      [...files].filter(([path]) => wanted.some((ending) => path.toLowerCase().endsWith(ending))),
    );
  }

  async write(
    ref: SnapshotRef,
    change: {
      readonly files?: readonly IndexedFile[];
      readonly remove?: readonly string[];
      readonly meta?: IndexMeta;
      readonly imprint?: Imprint;
    },
  ): Promise<void> {
    const snapshot = this.snapshot(ref);
    // If two files have the same path, the last one wins.
    const files = [...new Map(change.files?.map((file) => [file.path, file])).values()];
    checkIds(files);
    await this.inTurn(snapshot, async () => {
      const { meta } = await openForWriting(snapshot);
      const { imprint } = change;
      const changed: MetaChange = { ...change.meta, ...(imprint ? { imprint } : {}) };
      // Reject before anything is written.
      metaAfter(meta, changed);
      const changes: FileChange[] = [
        ...files.map((file) => ({ path: file.path, file })),
        ...[...new Set(change.remove)].map((path) => ({ path, file: null })),
      ];
      try {
        for (const batch of batches(changes, BATCH, weightOf))
          if (await replaceFiles(snapshot, batch, meta.embedder !== null)) this.loose.add(snapshot.alias);
        await changeMeta(snapshot, changed);
      } finally {
        // Refresh after a failed write too, so that no other client's refresh is the first to show it.
        await snapshot.call((client, index) => client.indices.refresh({ index }));
      }
      if (change.meta && this.loose.delete(snapshot.alias)) await dropUnusedVectors(snapshot);
    });
  }

  async pendingVectors(ref: SnapshotRef, limit: number): Promise<readonly Chunk[]> {
    return pendingChunks(this.snapshot(ref), Math.max(0, Math.floor(limit)));
  }

  async setVectors(ref: SnapshotRef, vectors: readonly ContentVector[]): Promise<void> {
    const snapshot = this.snapshot(ref);
    await this.inTurn(snapshot, async () => {
      const { meta } = await openForWriting(snapshot, 'existing');
      for (const { vector } of vectors) {
        if (!meta.embedder)
          throw new Fault(
            'index_other_model',
            `${snapshot.name} names no embedder. Write \`meta.embedder\` before its vectors.`,
          );
        checkVector(vector, meta.embedder, snapshot.name);
      }
      await storeVectors(snapshot, vectors);
      await snapshot.call((client, index) => client.indices.refresh({ index }));
    });
  }

  async sections(
    ref: SnapshotRef,
    wanted: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean } = {},
  ): Promise<readonly Section[]> {
    return readSections(this.snapshot(ref), wanted);
  }

  async *export(ref: SnapshotRef): AsyncIterable<ExportedFile> {
    yield* exportFiles(this.snapshot(ref));
  }

  async search(ref: SnapshotRef, queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[])[]> {
    const snapshot = this.snapshot(ref);
    const { meta, lists } = await rankAll(snapshot, queries, this.known.get(snapshot.alias));
    this.known.set(snapshot.alias, meta);
    return lists;
  }

  async searchAcross(parts: readonly SearchPart[]): Promise<readonly (readonly PartHit[])[]> {
    const searched = parts.map(({ ref, queries }) => ({ snapshot: this.snapshot(ref), queries }));
    const { metas, lists } = await rankAcross(
      searched,
      searched.map(({ snapshot }) => this.known.get(snapshot.alias)),
    );
    for (const [at, meta] of metas.entries()) {
      const alias = searched[at]?.snapshot.alias;
      if (alias !== undefined) this.known.set(alias, meta);
    }
    return lists;
  }

  termCounts(refs: readonly SnapshotRef[], text: string): Promise<readonly TermCounts[]> {
    return countTerms(
      refs.map((ref) => this.snapshot(ref)),
      text,
    );
  }

  async discard(ref: SnapshotRef): Promise<void> {
    await deleteSnapshot(this.snapshot(ref));
  }

  async check(ref: SnapshotRef): Promise<void> {
    await checkSnapshot(this.snapshot(ref));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private snapshot(ref: SnapshotRef): Snapshot {
    return new Snapshot(this.server, ref);
  }

  private async inTurn(snapshot: Snapshot, work: () => Promise<void>): Promise<void> {
    const before = this.writes.get(snapshot.alias) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(() => patiently(snapshot, work));
    this.writes.set(snapshot.alias, own);
    try {
      await own;
    } finally {
      if (this.writes.get(snapshot.alias) === own) this.writes.delete(snapshot.alias);
    }
  }
}

function weightOf({ file }: FileChange): number {
  return 1 + (file?.chunks.length ?? 0) + Math.ceil((file?.sections?.length ?? 0) / SECTIONS_A_CHUNK);
}

/** Runs `work`, which can be repeated from its start, again after a concurrent rebuild of the index. */
async function patiently(snapshot: Snapshot, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'index_busy' || attempt >= ATTEMPTS) throw error;
      await constructionEnd(snapshot);
    }
}

async function nullIfMissing<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'index_missing') return null;
    throw error;
  });
}
