import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { openDatabase, type Database, type OpenOptions } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { Embedder } from './port';

export interface CacheOptions {
  /** SQLite file of the cache; its folder is created. Processes may share it, and it may be deleted at any time. */
  readonly file: string;
  /**
   * Maximum number of vectors; the oldest are removed first. 200,000 by default (about 1.6 KB each with 384
   * dimensions).
   */
  readonly maxVectors?: number;
}

const SCHEMA: OpenOptions = {
  applicationId: 0x51564331,
  schemaVersion: 1,
  migrate: (connection) =>
    connection.exec(`
      CREATE TABLE vector (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        embedder TEXT NOT NULL,
        hash BLOB NOT NULL,
        vector BLOB NOT NULL,
        UNIQUE (embedder, hash)
      ) STRICT;`),
  remedy: 'It is a cache: delete it.',
};

/** Passages are embedded and stored in slices of this size, so that an interrupted run keeps its finished slices. */
const SLICE = 64;

/**
 * Wraps an embedder with a cache: a passage that was embedded before, in any run and repository, costs one lookup.
 * Queries are not cached. The key is the embedder's id and the SHA-256 of the text. Closing it closes the wrapped
 * embedder.
 *
 * @example
 * const embedder = new CachingEmbedder(model, { file: '/srv/quarry/vectors.db' });
 */
export class CachingEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly #database: Database;

  /** @throws Fault `store_unavailable` if the file cannot be used; a damaged file is recreated */
  constructor(
    private readonly inner: Embedder,
    options: CacheOptions,
  ) {
    this.id = inner.id;
    this.dimension = inner.dimension;
    this.#database = openCache(options.file);
    this.#database.write((sql) =>
      sql.run('DELETE FROM vector WHERE seq <= (SELECT max(seq) FROM vector) - ?', [
        options.maxVectors ?? 200_000,
      ]),
    );
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
    this.#database.close();
    await this.inner.close();
  }

  async #embedSlice(
    texts: readonly string[],
    options: { readonly as: 'query' | 'passage'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]> {
    const known = this.#find(new Set(texts));
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    const made = missing.length > 0 ? await this.inner.embed(missing, options) : [];
    if (made.length > 0) this.#keep(missing, made);
    missing.forEach((text, i) => known.set(text, made[i] ?? new Float32Array()));
    return texts.map((text) => known.get(text) ?? new Float32Array());
  }

  #find(texts: ReadonlySet<string>): Map<string, Float32Array> {
    return this.#database.read((sql) => {
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const row = sql.get<{ vector: Uint8Array }>(
          'SELECT vector FROM vector WHERE embedder = ? AND hash = ?',
          [this.id, hashOf(text)],
        );
        // A copy: the bytes of a blob need not be aligned.
        if (row?.vector.byteLength === this.dimension * 4)
          found.set(text, new Float32Array(Uint8Array.from(row.vector).buffer));
      }
      return found;
    });
  }

  #keep(texts: readonly string[], vectors: readonly Float32Array[]): void {
    this.#database.write((sql) =>
      vectors.forEach((vector, i) =>
        sql.run('INSERT OR REPLACE INTO vector (embedder, hash, vector) VALUES (?, ?, ?)', [
          this.id,
          hashOf(texts[i] ?? ''),
          new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
        ]),
      ),
    );
  }
}

function openCache(file: string): Database {
  try {
    return openDatabase(file, SCHEMA);
  } catch (error) {
    if (!(error instanceof Fault) || !/^index_(damaged|newer)$/.test(error.code)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return openDatabase(file, SCHEMA);
  }
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
