import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Fault } from '@quarry/turn';
import type { Database } from './database';
import { removeDatabase } from './database-files';
import { openDatabase, type OpenOptions } from './open-database';
import type { Sql } from './sql';
import { damaged } from './sqlite-fault';

/** `page.digest`: SHA-256 of the page. `snapshot.pages`: ids of its pages in their order, 32 bits each, compressed. */
const TABLES = `
  CREATE TABLE page (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, body BLOB NOT NULL) STRICT;
  CREATE TABLE snapshot (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, page_bytes INTEGER NOT NULL, pages BLOB NOT NULL
  ) STRICT;
`;

/** A page with a `base` is compressed with that page as its dictionary. A base has none itself. */
const BASES = 'ALTER TABLE page ADD COLUMN base INTEGER REFERENCES page';

/** The migration that each version of the format added. */
const VERSIONS = [TABLES, BASES];

/** Size of a page compressed with a base, as a share of its size without one, up to which it is stored so. */
const WORTH_A_BASE = 0.7;

/** Share of free pages of the file at which it is made smaller. */
const MOST_FREE = 0.25;

interface SnapshotRow {
  readonly page_bytes: number;
  readonly pages: Uint8Array;
}

interface PageRow {
  readonly id: number;
  readonly digest: Uint8Array;
  readonly body: Uint8Array;
  readonly base: number | null;
}

/**
 * Database files that are stored as lists of their pages, each different page once, compressed. A file that was copied
 * from another and changed costs what differs: its page is stored as the difference to the one in the same place.
 *
 * @example
 * const packed = new PackFile('/data/shop-pages.db', remedy);
 * packed.put('v1', '/data/shop-v1.db');
 * packed.extract('v1', '/tmp/copy.db');
 */
export class PackFile {
  private opened: { readonly database: Database; readonly inode: bigint | null } | null = null;
  private readonly options: OpenOptions;

  /** @param remedy sentence that ends the message of a damaged file */
  constructor(
    private readonly file: string,
    remedy: string,
  ) {
    this.options = {
      applicationId: 0x51504731,
      schemaVersion: VERSIONS.length,
      migrate: (connection, from) => {
        connection.exec(VERSIONS.slice(from).join(';'));
      },
      // The packed file is deleted after the commit.
      durability: 'full',
      remedy,
    };
  }

  /** Identifies what is stored under a name: another `put` has another stamp. Null if there is nothing. */
  stamp(name: string): string | null {
    const row = this.existing()?.read((sql) =>
      sql.get<{ stamp: string }>('SELECT stamp FROM snapshot WHERE name = ?', [name]),
    );
    return row?.stamp ?? null;
  }

  /** Stores a closed database file under a name, in place of what was there. The file itself stays. */
  put(name: string, source: string): void {
    const input = openSync(source, 'r');
    try {
      const size = pageBytes(input);
      this.forWriting().write((sql) => {
        const known = Array.from(pagesOf(input, size), (page) => idOf(sql, digestOf(page)));
        const near = nearest(sql, known);
        const ids = known.map((id, at) => id ?? this.keep(sql, pageAt(input, size, at), near?.[at]));
        const packed = zstdCompressSync(new Uint8Array(Uint32Array.from(ids).buffer));
        const { changes } = sql.run('DELETE FROM snapshot WHERE name = ?', [name]);
        sql.run('INSERT INTO snapshot (name, stamp, page_bytes, pages) VALUES (?, ?, ?, ?)', [
          ...[name, randomBytes(8).toString('hex'), size, packed],
        ]);
        if (changes > 0) dropUnused(sql);
      });
    } finally {
      closeSync(input);
    }
  }

  /**
   * Writes what is stored under a name into an existing empty file. @returns false if there is nothing
   * @throws Fault `index_damaged`
   */
  extract(name: string, target: string): boolean {
    const output = openSync(target, 'r+');
    try {
      return (
        this.existing()?.read((sql) => {
          const row = sql.get<SnapshotRow>('SELECT page_bytes, pages FROM snapshot WHERE name = ?', [name]);
          if (!row) return false;
          idsOf(row).forEach((id, at) => {
            writeSync(output, this.page(sql, id), 0, row.page_bytes, at * row.page_bytes);
          });
          return true;
        }) ?? false
      );
    } finally {
      closeSync(output);
    }
  }

  /**
   * Forgets what is stored under a name, frees the pages that nothing else has, and gives room back to the disk. A
   * damaged file is deleted: none of it can be read.
   */
  remove(name: string): void {
    try {
      const database = this.existing();
      const removed = database?.write((sql) => {
        const { changes } = sql.run('DELETE FROM snapshot WHERE name = ?', [name]);
        if (changes > 0) dropUnused(sql);
        return changes;
      });
      if (removed) database?.compact(MOST_FREE);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'index_damaged') throw error;
      this.close();
      removeDatabase(this.file);
    }
  }

  close(): void {
    this.opened?.database.close();
    this.opened = null;
  }

  /** Stores a page. @param near a page that is probably like it */
  private keep(sql: Sql, page: Uint8Array, near: number | undefined): number {
    const digest = digestOf(page);
    // The file may have it twice.
    const known = idOf(sql, digest);
    if (known !== null) return known;
    const base = near === undefined ? undefined : baseOf(sql, near);
    const plain = zstdCompressSync(page);
    const difference =
      base === undefined ? plain : zstdCompressSync(page, { dictionary: this.page(sql, base) });
    const based = difference.length <= plain.length * WORTH_A_BASE;
    return sql.run('INSERT INTO page (digest, body, base) VALUES (?, ?, ?)', [
      ...[digest, based ? difference : plain, based ? (base ?? null) : null],
    ]).id;
  }

  private page(sql: Sql, id: number): Uint8Array {
    const row = sql.get<PageRow>('SELECT id, digest, body, base FROM page WHERE id = ?', [id]);
    const page = row && unpacked(row.body, row.base === null ? undefined : this.page(sql, row.base));
    if (page && Buffer.compare(digestOf(page), row.digest) === 0) return page;
    throw damaged(this.file, `page ${id} is lost or altered`, this.options.remedy);
  }

  private existing(): Database | null {
    const inode = statSync(this.file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
    if (this.opened && this.opened.inode === inode) return this.opened.database;
    this.close();
    return inode === null ? null : this.forWriting();
  }

  private forWriting(): Database {
    if (this.opened) return this.opened.database;
    const database = openDatabase(this.file, this.options);
    this.opened = { database, inode: statSync(this.file, { bigint: true }).ino };
    return database;
  }
}

/** Null if no such page is stored. */
function idOf(sql: Sql, digest: Uint8Array): number | null {
  return sql.get<{ id: number }>('SELECT id FROM page WHERE digest = ?', [digest])?.id ?? null;
}

/** The page that a page like this one is stored as the difference to. */
function baseOf(sql: Sql, id: number): number {
  return sql.get<Pick<PageRow, 'base'>>('SELECT base FROM page WHERE id = ?', [id])?.base ?? id;
}

/** The pages of the stored file that has most pages in common, in the same places; null if none has any. */
function nearest(sql: Sql, known: readonly (number | null)[]): Uint32Array | null {
  let near: Uint32Array | null = null;
  let most = 0;
  for (const row of sql.all<SnapshotRow>('SELECT page_bytes, pages FROM snapshot')) {
    const ids = idsOf(row);
    const common = known.reduce<number>((sum, id, at) => sum + (id !== null && id === ids[at] ? 1 : 0), 0);
    if (common > most) [near, most] = [ids, common];
  }
  return near;
}

function dropUnused(sql: Sql): void {
  const used = new Set<number>();
  for (const row of sql.all<SnapshotRow>('SELECT page_bytes, pages FROM snapshot'))
    for (const id of idsOf(row)) used.add(id);
  const pages = sql.all<Pick<PageRow, 'id' | 'base'>>('SELECT id, base FROM page');
  const bases = new Set(pages.flatMap(({ id, base }) => (base !== null && used.has(id) ? [base] : [])));
  // Those with a base first, which refer to it.
  for (const { id } of pages.toSorted((a, b) => Number(a.base === null) - Number(b.base === null)))
    if (!used.has(id) && !bases.has(id)) sql.run('DELETE FROM page WHERE id = ?', [id]);
}

function idsOf({ pages }: SnapshotRow): Uint32Array {
  const bytes = zstdDecompressSync(pages);
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function* pagesOf(input: number, size: number): Generator<Uint8Array> {
  const count = fstatSync(input).size / size;
  for (let at = 0; at < count; at++) yield pageAt(input, size, at);
}

function pageAt(input: number, size: number, at: number): Uint8Array {
  const page = new Uint8Array(size);
  readSync(input, page, 0, size, at * size);
  return page;
}

/** Size of the pages of a database file, from its header. */
function pageBytes(input: number): number {
  const header = new Uint8Array(2);
  readSync(input, header, 0, 2, 16);
  const size = ((header[0] ?? 0) << 8) | (header[1] ?? 0);
  return size === 1 ? 65_536 : size;
}

/** Null if the bytes are no page. */
function unpacked(body: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array | null {
  try {
    return zstdDecompressSync(body, dictionary && { dictionary });
  } catch {
    return null;
  }
}

function digestOf(page: Uint8Array): Uint8Array {
  return createHash('sha256').update(page).digest();
}
