import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Database } from './database';
import { openDatabase, type OpenOptions } from './open-database';
import {
  copyName,
  inodeOf,
  moveDatabase,
  removeDatabase,
  removeLeftCopies,
  startDraft,
  withDraft,
} from './database-files';
import { PackFile } from './pack-file';
import { makePrivateFile } from './private-files';
import type { Sql } from './sql';
import { systemFault } from './sqlite-fault';
import { VerifiedState } from './verified-state';

/** Maximum number of open files; the least recently used one is closed for the next. */
const MOST_OPEN = 64;

/** Maximum number of open files of packed snapshots. */
const MOST_PACKS = 16;

interface OpenFile {
  readonly database: Database;
  /** False once the snapshot has another file. */
  isCurrent(): boolean;
  close(): void;
}

/** How the files of a folder are opened, and what of them is not packed. */
export interface SnapshotOptions extends OpenOptions {
  readonly derived?: Derived;
}

/** Content that is computed from the rest: it is not packed, and computed again when the snapshot is unpacked. */
export interface Derived {
  remove(sql: Sql): void;
  restore(sql: Sql): void;
}

/**
 * A folder with one database file per (repository, snapshot), so that snapshots are independent. Packed snapshots of a
 * repository share one file, which holds their equal pages once; a packed snapshot that is read gets a temporary file.
 *
 * @example
 * const folder = new SnapshotFolder('/srv/quarry/index', options);
 * folder.forWriting({ repository: 'billing', snapshot: 'main' }).write((sql) => sql.run('DELETE FROM chunk'));
 */
export class SnapshotFolder {
  private readonly files = new Map<string, OpenFile>();
  private readonly packs = new Map<string, PackFile>();
  private closed = false;
  private copies = 0;

  constructor(
    private readonly folder: string,
    private readonly options: SnapshotOptions,
  ) {}

  /** Runs `work` with the snapshots of a folder, and closes what it opened. */
  static async using<Result>(
    folder: string,
    options: SnapshotOptions,
    work: (snapshots: SnapshotFolder) => Result | Promise<Result>,
  ): Promise<Result> {
    const snapshots = new SnapshotFolder(folder, options);
    try {
      return await work(snapshots);
    } finally {
      snapshots.close();
    }
  }

  /** The snapshot's database, or null if it was never written. @throws as `openDatabase` */
  existing(ref: SnapshotRef): Database | null {
    const file = this.fileOf(ref);
    return this.current(file) ?? (inodeOf(file) === null ? this.openPacked(ref) : this.open(file));
  }

  /** The snapshot's database; created if missing. @throws as `openDatabase` */
  forWriting(ref: SnapshotRef): Database {
    const file = this.fileOf(ref);
    if (inodeOf(file) === null) this.unpack(ref);
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
    await withDraft(file, async (draft) => {
      await source.copyTo(draft);
      this.change(draft, change);
      moveDatabase(draft, file);
    });
    return true;
  }

  /**
   * Moves a snapshot to the file that shares pages with other snapshots of the repository. Readers keep what they read.
   * The caller is the only one that writes `ref`.
   * @returns false if the snapshot is packed already, does not exist, or is being read in an older state
   * @throws as `openDatabase`
   */
  async pack(ref: SnapshotRef): Promise<boolean> {
    const file = this.fileOf(ref);
    if (inodeOf(file) === null) return false;
    removeLeftCopies(this.folder);
    const database = this.forWriting(ref);
    if (!database.emptyLog()) return false;
    await withDraft(file, async (draft) => {
      await database.copyTo(draft);
      this.change(draft, (sql) => this.options.derived?.remove(sql));
      this.packOf(ref).put(ref.snapshot, draft);
    });
    this.release(file);
    removeDatabase(file);
    return true;
  }

  /** Deletes the snapshot's file, intact or damaged, so that the next write starts from scratch. */
  discard(ref: SnapshotRef): void {
    const file = this.fileOf(ref);
    this.release(file);
    removeDatabase(file);
    this.packOf(ref).remove(ref.snapshot);
  }

  /** Closes every file; a second call does nothing. */
  close(): void {
    this.closed = true;
    for (const file of [...this.files.keys()]) this.release(file);
    for (const pack of this.packs.values()) pack.close();
  }

  private current(file: string): Database | null {
    if (this.closed)
      throw new Fault('store_unavailable', `The store in ${this.folder} was used after it was closed.`);
    const known = this.files.get(file);
    if (known?.isCurrent() === true) {
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
    const inode = inodeOf(file);
    return this.keep(file, {
      database,
      isCurrent: () => inode === inodeOf(file),
      close: () => {
        database.close();
      },
    });
  }

  /** A packed snapshot, from a temporary copy; null if it is not packed. */
  private openPacked(ref: SnapshotRef): Database | null {
    const file = this.fileOf(ref);
    const pack = this.packOf(ref);
    const stamp = pack.stamp(ref.snapshot);
    // Another process may have unpacked it between the two looks.
    if (stamp === null) return inodeOf(file) === null ? null : this.open(file);
    if (this.copies === 0) removeLeftCopies(this.folder);
    const copy = copyName(file, this.copies++);
    try {
      makePrivateFile(copy);
      if (!pack.extract(ref.snapshot, copy)) {
        removeDatabase(copy);
        return this.existing(ref);
      }
      this.change(copy, (sql) => this.options.derived?.restore(sql));
      const database = openDatabase(copy, this.options);
      return this.keep(file, {
        database,
        isCurrent: () => inodeOf(file) === null && pack.stamp(ref.snapshot) === stamp,
        close: () => {
          database.close();
          removeDatabase(copy);
        },
      });
    } catch (error) {
      const meaning = systemFault(error, copy);
      removeDatabase(copy);
      throw meaning;
    }
  }

  /** Gives a packed snapshot its own file again; does nothing if it is not packed. */
  private unpack(ref: SnapshotRef): void {
    const file = this.fileOf(ref);
    const pack = this.packOf(ref);
    if (pack.stamp(ref.snapshot) === null) return;
    this.release(file);
    const draft = startDraft(file);
    try {
      if (!pack.extract(ref.snapshot, draft)) return;
      this.change(draft, (sql) => this.options.derived?.restore(sql));
      moveDatabase(draft, file);
      pack.remove(ref.snapshot);
    } catch (error) {
      throw systemFault(error, draft);
    } finally {
      removeDatabase(draft);
    }
  }

  /** Changes a file that only this process has. It is whole: SQLite copied it, or each of its pages was compared. */
  private change(file: string, work: (sql: Sql) => void): void {
    new VerifiedState(file).note();
    const database = openDatabase(file, this.options);
    try {
      database.write(work);
    } finally {
      database.close();
    }
  }

  private keep(file: string, open: OpenFile): Database {
    this.files.set(file, open);
    const [oldest] = this.files.keys();
    if (oldest !== undefined && this.files.size > MOST_OPEN) this.release(oldest);
    return open.database;
  }

  private release(file: string): void {
    this.files.get(file)?.close();
    this.files.delete(file);
  }

  private packOf({ repository }: SnapshotRef): PackFile {
    const file = join(this.folder, `${readable(repository)}-${digestOf(repository)}-pages.db`);
    const known = this.packs.get(file);
    if (known) return known;
    const [first] = this.packs.keys();
    if (first !== undefined && this.packs.size >= MOST_PACKS) {
      this.packs.get(first)?.close();
      this.packs.delete(first);
    }
    const pack = new PackFile(file, this.options.remedy);
    this.packs.set(file, pack);
    return pack;
  }

  /** A readable prefix, then a digest that distinguishes any two pairs of names. No name can leave the folder. */
  private fileOf(ref: SnapshotRef): string {
    return join(
      this.folder,
      `${readable(ref.repository)}-${readable(ref.snapshot)}-${digestOf([ref.repository, ref.snapshot])}.db`,
    );
  }
}

function digestOf(names: unknown): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
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
