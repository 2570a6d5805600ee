import { createHash } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Database } from './database';
import { openDatabase, type OpenOptions } from './open-database';
import { makePrivateFile } from './private-files';
import type { Sql } from './sql';
import { VerifiedState } from './verified-state';

/** Maximum number of open files; the least recently used one is closed for the next. */
const MOST_OPEN = 64;

interface OpenFile {
  readonly database: Database;
  readonly inode: bigint | null;
}

/**
 * A folder with one database file per (repository, snapshot), so that snapshots are independent.
 *
 * @example
 * const folder = new SnapshotFolder('/srv/quarry/index', options);
 * folder.forWriting({ repository: 'billing', snapshot: 'main' }).write((sql) => sql.run('DELETE FROM chunk'));
 */
export class SnapshotFolder {
  private readonly files = new Map<string, OpenFile>();
  private closed = false;

  constructor(
    private readonly folder: string,
    private readonly options: OpenOptions,
  ) {}

  /** The snapshot's database, or null if it was never written. @throws as `openDatabase` */
  existing(ref: SnapshotRef): Database | null {
    const file = this.fileOf(ref);
    return this.current(file) ?? (inodeOf(file) === null ? null : this.open(file));
  }

  /** The snapshot's database; created if missing. @throws as `openDatabase` */
  forWriting(ref: SnapshotRef): Database {
    const file = this.fileOf(ref);
    return this.current(file) ?? this.open(file);
  }

  /**
   * Lets a new snapshot begin as a copy of another, with the same pages. The caller is the only one that writes `ref`.
   * @param change what differs from the other snapshot; runs before the copy has the snapshot's name
   * @returns false if the snapshot exists already, or the other one does not
   * @throws as `openDatabase`
   */
  async startFrom(ref: SnapshotRef, from: SnapshotRef, change: (sql: Sql) => void): Promise<boolean> {
    const source = this.existing(ref) === null ? this.existing(from) : null;
    if (!source) return false;
    const file = this.fileOf(ref);
    const draft = file.replace(/\.db$/, '-new.db');
    removeDatabase(draft);
    try {
      makePrivateFile(draft);
      await source.copyTo(draft);
      const copy = openDatabase(draft, this.options);
      try {
        copy.write(change);
      } finally {
        copy.close();
      }
      renameSync(draft, file);
      // Closed in order: whole. The new name changed its times.
      new VerifiedState(file).note();
      return true;
    } finally {
      removeDatabase(draft);
    }
  }

  /** Deletes the snapshot's file, intact or damaged, so that the next write starts from scratch. */
  discard(ref: SnapshotRef): void {
    const file = this.fileOf(ref);
    this.release(file);
    removeDatabase(file);
  }

  /** Closes every file; a second call does nothing. */
  close(): void {
    this.closed = true;
    for (const file of [...this.files.keys()]) this.release(file);
  }

  private current(file: string): Database | null {
    if (this.closed)
      throw new Fault('store_unavailable', `The store in ${this.folder} was used after it was closed.`);
    const known = this.files.get(file);
    if (known && known.inode === inodeOf(file)) {
      // Move to the end of the map: most recently used.
      this.files.delete(file);
      this.files.set(file, known);
      return known.database;
    }
    // Another process has deleted or rebuilt the file: the open file no longer has a name.
    this.release(file);
    return null;
  }

  private open(file: string): Database {
    const database = openDatabase(file, this.options);
    this.files.set(file, { database, inode: inodeOf(file) });
    const [oldest] = this.files.keys();
    if (oldest !== undefined && this.files.size > MOST_OPEN) this.release(oldest);
    return database;
  }

  private release(file: string): void {
    this.files.get(file)?.database.close();
    this.files.delete(file);
  }

  /** A readable prefix, then a digest that distinguishes any two pairs of names. No name can leave the folder. */
  private fileOf(ref: SnapshotRef): string {
    const digest = createHash('sha256')
      .update(JSON.stringify([ref.repository, ref.snapshot]))
      .digest('hex');
    return join(
      this.folder,
      `${readable(ref.repository)}-${readable(ref.snapshot)}-${digest.slice(0, 32)}.db`,
    );
  }
}

/** The log goes first: a log without its database would be replayed into the next file of that name. */
function removeDatabase(file: string): void {
  for (const suffix of ['-wal', '-shm', '', '-verified']) rmSync(file + suffix, { force: true });
}

function readable(name: string): string {
  return (
    name
      .toLowerCase()
      .slice(0, 200)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/^-|-$/g, '') || 'unnamed'
  );
}

function inodeOf(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
