import type { Database } from '@quarry/sqlite';
import type { SourceFile } from '../source/source-tree';

/** Raised when decoding changes, so that every file is read again. */
const FORMAT = 1;

/** What reading a file's bytes showed, apart from its text. */
export interface SeenFile {
  /** SHA-256 of the bytes. */
  readonly sha: string;
  /** Whether the bytes are text; null for files that are not read as text, such as PDF files. */
  readonly text: TextVerdict | null;
}

/** Text, with a remark if its encoding was guessed; or the reason why it is not text. */
export type TextVerdict =
  { readonly kind: 'text'; readonly remark?: string } | { readonly kind: 'binary'; readonly reason: string };

/** Runs after which a file that no run has listed is forgotten. */
const KEPT_RUNS = 20;

export const SEEN_SCHEMA = `
  CREATE TABLE seen (
    path TEXT PRIMARY KEY, stamp TEXT NOT NULL, sha TEXT NOT NULL, verdict TEXT, run INTEGER NOT NULL
  ) STRICT;`;

/**
 * Remembers what was read from files that have not changed since, so that a run need not open them: as git does, it
 * compares the status of a file (`SourceFile.stamp`). Paths are absolute, because several repositories share a cache.
 */
export class SeenFiles {
  constructor(
    private readonly database: Database,
    private readonly run: number,
  ) {
    database.write((sql) => sql.run('DELETE FROM seen WHERE run < ?', [run - KEPT_RUNS]));
  }

  /** What is known of each file, in the given order; null for one that changed or was never read. */
  get(files: readonly SourceFile[]): readonly (SeenFile | null)[] {
    const rows = this.database.read((sql) =>
      files.map(({ absolute, stamp }) =>
        stamp === undefined
          ? undefined
          : sql.get<{ sha: string; verdict: string | null; run: number }>(
              'SELECT sha, verdict, run FROM seen WHERE path = ? AND stamp = ?',
              [absolute, keyOf(stamp)],
            ),
      ),
    );
    this.keep(files.filter((_, n) => isAging(rows[n]?.run, this.run)));
    return rows.map((row) =>
      row
        ? { sha: row.sha, text: row.verdict === null ? null : (JSON.parse(row.verdict) as TextVerdict) }
        : null,
    );
  }

  /** Remembers what was read. A file without a stamp is read again by the next run. */
  put(entries: readonly (SeenFile & { readonly source: SourceFile })[]): void {
    const known = entries.flatMap(({ source: { absolute, stamp }, sha, text }) =>
      stamp === undefined ? [] : [[absolute, keyOf(stamp), sha, text && JSON.stringify(text), this.run]],
    );
    if (known.length === 0) return;
    this.database.write((sql) => {
      for (const row of known) sql.run('INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?)', row);
    });
  }

  private keep(files: readonly SourceFile[]): void {
    if (files.length === 0) return;
    this.database.write((sql) => {
      for (const { absolute } of files)
        sql.run('UPDATE seen SET run = ? WHERE path = ?', [this.run, absolute]);
    });
  }
}

/**
 * Whether a row must be marked as used so that it is kept. Marking it in every run would rewrite the whole cache each
 * time.
 */
export function isAging(run: number | undefined, now: number): boolean {
  return run !== undefined && run < now - KEPT_RUNS / 2;
}

function keyOf(stamp: string): string {
  return `${FORMAT} ${stamp}`;
}
