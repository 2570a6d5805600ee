import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Embedder } from './port';

export interface CacheOptions {
  /** SQLite file of the cache; its folder is made. May be shared by processes. */
  readonly file: string;
  /** Vectors kept, the oldest go first; 500,000 by default (about 1.5 KB each with 384 dimensions). */
  readonly maxVectors?: number;
}

/** Passages are embedded and kept in pieces of this many, so that an interrupted run keeps what it paid for. */
const SLICE = 64;

/**
 * The same embedder, but a passage that it has embedded before, in whichever run and repository, costs a look-up. Queries are not kept.
 * The key is the embedder's id and the SHA-256 of the text. Closing it closes the embedder within.
 */
export class CachingEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly #db: DatabaseSync;

  constructor(
    private readonly inner: Embedder,
    options: CacheOptions,
  ) {
    this.id = inner.id;
    this.dimension = inner.dimension;
    mkdirSync(dirname(options.file), { recursive: true });
    this.#db = new DatabaseSync(options.file, { timeout: 10_000 });
    // Losing the newest vectors with the power costs time, never truth: no waiting for the disk.
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS vector (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        embedder TEXT NOT NULL,
        hash BLOB NOT NULL,
        vector BLOB NOT NULL,
        UNIQUE (embedder, hash)
      );
    `);
    this.#db
      .prepare('DELETE FROM vector WHERE seq <= (SELECT max(seq) FROM vector) - ?')
      .run(options.maxVectors ?? 500_000);
  }

  async embed(
    texts: readonly string[],
    options: { readonly as: 'query' | 'passage'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]> {
    if (options.as === 'query') return this.inner.embed(texts, options);
    const vectors: Float32Array[] = [];
    for (let i = 0; i < texts.length; i += SLICE) {
      vectors.push(...(await this.#embedSlice(texts.slice(i, i + SLICE), options)));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.#db.close();
    await this.inner.close();
  }

  async #embedSlice(
    texts: readonly string[],
    options: { readonly as: 'passage' | 'query'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]> {
    const hashes = texts.map((text) => createHash('sha256').update(text).digest());
    const known = new Map<string, Float32Array>();
    const find = this.#db.prepare('SELECT vector FROM vector WHERE embedder = ? AND hash = ?');
    const missing = new Map<string, { readonly text: string; readonly hash: Buffer }>();
    texts.forEach((text, i) => {
      const hash = hashes[i] ?? Buffer.alloc(0);
      const vector = toVector(find.get(this.id, hash)?.['vector'], this.dimension);
      if (vector) known.set(hash.toString('hex'), vector);
      else missing.set(hash.toString('hex'), { text, hash });
    });
    if (missing.size > 0) {
      const wanted = [...missing];
      const made = await this.inner.embed(
        wanted.map(([, { text }]) => text),
        options,
      );
      const keep = this.#db.prepare(
        'INSERT OR REPLACE INTO vector (embedder, hash, vector) VALUES (?, ?, ?)',
      );
      this.#db.exec('BEGIN IMMEDIATE');
      wanted.forEach(([key, { hash }], i) => {
        const vector = made[i];
        if (!vector) return;
        known.set(key, vector);
        keep.run(this.id, hash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      });
      this.#db.exec('COMMIT');
    }
    return hashes.map((hash) => known.get(hash.toString('hex')) ?? new Float32Array(this.dimension));
  }
}

function toVector(blob: unknown, dimension: number): Float32Array | null {
  if (!(blob instanceof Uint8Array) || blob.byteLength !== dimension * 4) return null;
  // A copy: the blob's bytes need not be aligned.
  return new Float32Array(Uint8Array.from(blob).buffer);
}
