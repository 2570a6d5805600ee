import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipelineRef } from '@quarry/pipeline';
import { lockFile, openDatabase, type Database } from '@quarry/sqlite';
import { Fault, toFault, type Clock } from '@quarry/turn';
import type { Noted, TurnJournal, TurnNote } from '../memory/turn-journal';
import { JOURNAL_SCHEMA } from './journal-schema';
import { forgetTurns, readNoted, writeNote } from './journal-tables';

/** A journal in one SQLite file, for one process at a time: its lock ends with the process, however that ends. */
export class SqliteJournal implements TurnJournal {
  private unlock: (() => void) | null = null;
  private database: Database | null = null;
  private readonly warnings: string[] = [];
  /** Pipelines in the file. */
  private pipelines = new Set<string>();
  /** The mark of an earlier stop stays in the file until its consequences are recorded. */
  private marked = false;

  constructor(
    private readonly file: string,
    private readonly clock: Clock = Date,
  ) {}

  open(): { readonly noted: Noted; readonly warnings: readonly string[] } {
    this.unlock ??= this.lock();
    const noted = this.read();
    this.pipelines = new Set(noted.pipelines.map(pipelineRef));
    this.marked = noted.stopped;
    return { noted, warnings: this.warnings };
  }

  note(notes: readonly TurnNote[]): void {
    const begun = notes.flatMap(({ opening }) => opening?.compiled ?? []).map(pipelineRef);
    this.use().write((sql) => {
      for (const note of notes) writeNote(sql, note, this.clock.now(), this.pipelines);
      if (this.marked) sql.run('DELETE FROM stop');
    });
    this.marked = false;
    for (const ref of begun) this.pipelines.add(ref);
  }

  forget(turnIds: readonly string[], now: number): void {
    if (turnIds.length === 0) return;
    const left = this.use().write((sql) => forgetTurns(sql, turnIds, now));
    this.pipelines = new Set(left);
  }

  stopping(): void {
    this.use().write((sql) => sql.run('INSERT INTO stop (at) VALUES (?)', [this.clock.now()]));
  }

  close(): void {
    this.database?.close();
    this.database = null;
    this.unlock?.();
    this.unlock = null;
  }

  private use(): Database {
    if (!this.database) throw new Fault('store_unavailable', `${this.file} is not open.`);
    return this.database;
  }

  private lock(): () => void {
    const unlock = lockFile(`${this.file}.lock`);
    if (unlock) return unlock;
    throw new Fault(
      'store_unavailable',
      `Another quarry serve runs on the data folder ${dirname(this.file)}. Stop it, name another folder with --data, or share turns over Redis with --carrier bullmq.`,
      { retryable: true },
    );
  }

  /** The content of the file. A damaged file is moved aside, and the result is empty. */
  private read(): Noted {
    try {
      return this.readFile();
    } catch (error) {
      // A file that cannot be parsed is damaged as well.
      const fault = error instanceof Fault ? error : damaged(this.file, error);
      if (fault.code !== 'index_damaged') throw fault;
      this.database?.close();
      this.database = null;
      this.putAside(fault);
      return this.readFile();
    }
  }

  private readFile(): Noted {
    this.database ??= openDatabase(this.file, JOURNAL_SCHEMA);
    return this.database.read(readNoted);
  }

  private putAside(fault: Fault): void {
    const aside = `${this.file}.damaged-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(this.file + end)) renameSync(this.file + end, aside + end);
    const [what = ''] = /\(([^()]*)\)/.exec(fault.message)?.slice(1) ?? [];
    this.warnings.push(
      `${this.file} was damaged (${what}) and was moved to ${aside}: accepted turns that had not ended are lost, and quarry serve starts without them.`,
    );
  }
}

function damaged(file: string, cause: unknown): Fault {
  const message = `${file} is damaged (${toFault(cause).message}). ${JOURNAL_SCHEMA.remedy}`;
  return new Fault('index_damaged', message, { cause });
}
