import { setImmediate as breathe } from 'node:timers/promises';
import { batches, SnapshotFolder, type Database, type Sql } from '@quarry/sqlite';
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
import { matchTerms } from '../analysis';
import { checkSnapshot } from './check';
import { CodeChanges } from './codes/code-changes';
import { readManifest, removeFile, replaceFile } from './files';
import { exportedFiles } from './export';
import { keepLists } from './ivf/lists';
import { forgetRun, readImprint, writeImprint, writeMeta } from './meta';
import { PostingChanges } from './postings/posting-changes';
import { readStatistics } from './postings/statistics';
import { rankAcross } from './rank-across';
import { rank } from './ranking';
import { SEARCH_SCHEMA } from './schema';
import { readSections } from './sections';
import { breakSeal, seal } from './seal';
import { SnapshotCache } from './snapshot-cache';
import { storedChunk } from './stored-chunk';
import { checkDimension, dropUnusedVectors, pendingChunks, storeVector } from './vectors';

/**
 * Items of one transaction: large enough to be fast, small enough that other work in this process can run in between.
 * 500 chunks take a quarter of a second. With 200, each costs a quarter more: fewer share the postings of a word.
 */
const BATCH = { chunks: 500, removed: 200, vectors: 500 };

/** Search index on SQLite: BM25 over postings, exact kNN by codes and sqlite-vec; one file per snapshot in `folder`. */
export class SqliteSearchIndex implements SearchIndex {
  private readonly snapshots: SnapshotFolder;
  private readonly caches = new WeakMap<Database, SnapshotCache>();

  constructor(folder: string) {
    this.snapshots = new SnapshotFolder(folder, SEARCH_SCHEMA);
  }

  static discard(folder: string, ref: SnapshotRef): Promise<void> {
    return SnapshotFolder.using(folder, SEARCH_SCHEMA, (snapshots) => {
      snapshots.discard(ref);
    });
  }

  /** Lets a new snapshot begin as a copy of another; false if it exists already, or the other one does not. */
  static startFrom(folder: string, ref: SnapshotRef, from: SnapshotRef): Promise<boolean> {
    return SnapshotFolder.using(folder, SEARCH_SCHEMA, (snapshots) =>
      snapshots.startFrom(ref, from, forgetRun),
    );
  }

  /** Moves a snapshot to the file that it shares with others of its repository; false if there is nothing to move. */
  static pack(folder: string, ref: SnapshotRef): Promise<boolean> {
    return SnapshotFolder.using(folder, SEARCH_SCHEMA, (snapshots) => snapshots.pack(ref));
  }

  static check(folder: string, ref: SnapshotRef): Promise<void> {
    return SnapshotFolder.using(folder, SEARCH_SCHEMA, (snapshots) => {
      const database = snapshots.existing(ref);
      if (!database) throw missing(ref);
      checkSnapshot(database);
    });
  }

  async ping(): Promise<void> {
    // A file exists or is created; the call that needs it reports a damaged one.
  }

  async describe(ref: SnapshotRef): Promise<IndexInfo | null> {
    const database = this.snapshots.existing(ref);
    return database?.read((sql) => this.cacheOf(database).info.of(sql)) ?? null;
  }

  async imprint(ref: SnapshotRef): Promise<Imprint | null> {
    return this.snapshots.existing(ref)?.read(readImprint) ?? null;
  }

  async manifest(
    ref: SnapshotRef,
    wanted: { readonly endings?: readonly string[] } = {},
  ): Promise<ReadonlyMap<string, string>> {
    return this.snapshots.existing(ref)?.read((sql) => readManifest(sql, wanted)) ?? new Map();
  }

  async write(
    ref: SnapshotRef,
    change: {
      readonly files?: readonly IndexedFile[];
      readonly remove?: readonly string[];
      readonly meta?: IndexMeta;
      readonly imprint?: Imprint;
      readonly purge?: boolean;
    },
  ): Promise<void> {
    this.snapshots.forWriting(ref);
    for (const files of batches(change.files ?? [], BATCH.chunks, (file) => file.chunks.length))
      await this.changeFiles(
        ref,
        (sql, postings) => {
          for (const file of files) replaceFile(sql, file, postings);
        },
        change.purge,
      );
    for (const paths of batches(change.remove ?? [], BATCH.removed))
      await this.changeFiles(
        ref,
        (sql, postings) => {
          for (const path of paths) removeFile(sql, path, postings);
        },
        change.purge,
      );
    await this.commit(ref, (sql) => {
      writeMeta(sql, change.meta ?? {});
      if (change.imprint) writeImprint(sql, change.imprint);
      if (!change.meta) return;
      dropUnusedVectors(sql);
      seal(sql);
    });
    if (change.meta) await this.keepLists(ref);
  }

  async pendingVectors(ref: SnapshotRef, limit: number): Promise<readonly Chunk[]> {
    return this.required(ref).read((sql) => pendingChunks(sql, Math.max(0, Math.floor(limit))));
  }

  async setVectors(
    ref: SnapshotRef,
    vectors: readonly { readonly contentHash: string; readonly vector: Float32Array }[],
  ): Promise<void> {
    const where = nameOf(ref);
    this.required(ref);
    for (const batch of batches(vectors, BATCH.vectors))
      await this.commit(ref, (sql) => {
        const codes = new CodeChanges(sql);
        for (const { contentHash, vector } of batch) {
          if (checkDimension(sql, vector, where) === null)
            throw new Fault(
              'index_other_model',
              `${where} names no embedder. Write \`meta.embedder\` before its vectors.`,
            );
          storeVector(sql, contentHash, vector, codes);
        }
        codes.flush();
      });
    await this.keepLists(ref);
  }

  async sections(
    ref: SnapshotRef,
    wanted: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean } = {},
  ): Promise<readonly Section[]> {
    return this.required(ref).read((sql) => readSections(sql, wanted));
  }

  async *export(ref: SnapshotRef): AsyncIterable<ExportedFile> {
    const view = this.required(ref).view();
    try {
      yield* exportedFiles(view);
    } finally {
      view.close();
    }
  }

  async search(ref: SnapshotRef, queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[])[]> {
    const where = nameOf(ref);
    const database = this.required(ref);
    const cache = this.cacheOf(database);
    return database.read((sql) => {
      const chunks = new Map<number, Chunk>();
      return queries.map((query) =>
        rank(sql, query, cache, where).map(({ id, score }) => ({ chunk: chunkOf(sql, id, chunks), score })),
      );
    });
  }

  async searchAcross(parts: readonly SearchPart[]): Promise<readonly (readonly PartHit[])[]> {
    return rankAcross(
      parts.map(({ ref, queries }) => ({
        queries,
        where: nameOf(ref),
        // Opened again if others were used in between: a folder keeps few files open.
        database: () => this.required(ref),
        cache: (database) => this.cacheOf(database),
      })),
    );
  }

  async termCounts(refs: readonly SnapshotRef[], text: string): Promise<readonly TermCounts[]> {
    const terms = matchTerms(text);
    return refs.map((ref) => {
      const database = this.required(ref);
      return database.read((sql) => {
        const { chunks, having } = readStatistics(sql, this.cacheOf(database).postings, terms);
        return { chunks, having };
      });
    });
  }

  async close(): Promise<void> {
    this.snapshots.close();
  }

  private keepLists(ref: SnapshotRef): Promise<void> {
    return keepLists({
      read: (work) => this.required(ref).read(work),
      write: (work) => this.commit(ref, work),
      breathe,
    });
  }

  private cacheOf(database: Database): SnapshotCache {
    const cache = this.caches.get(database) ?? new SnapshotCache();
    this.caches.set(database, cache);
    return cache;
  }

  private async changeFiles(
    ref: SnapshotRef,
    work: (sql: Sql, postings: PostingChanges) => void,
    purge = false,
  ): Promise<void> {
    await this.commit(ref, (sql) => {
      breakSeal(sql);
      const postings = new PostingChanges(sql);
      work(sql, postings);
      postings.flush(purge);
    });
  }

  private async commit(ref: SnapshotRef, work: (sql: Sql) => void): Promise<void> {
    this.snapshots.forWriting(ref).write(work);
    await breathe();
  }

  private required(ref: SnapshotRef): Database {
    const database = this.snapshots.existing(ref);
    if (database) return database;
    throw missing(ref);
  }
}

function missing(ref: SnapshotRef): Fault {
  return new Fault('index_missing', `${nameOf(ref)} does not exist. Build it with \`quarry index PATH\`.`);
}

function nameOf(ref: SnapshotRef): string {
  return `The index of "${ref.repository}" (snapshot "${ref.snapshot}")`;
}

function chunkOf(sql: Sql, id: number, known: Map<number, Chunk>): Chunk {
  const seen = known.get(id);
  if (seen) return seen;
  const chunk = storedChunk(sql, id);
  known.set(id, chunk);
  return chunk;
}
