import { existsSync } from 'node:fs';
import { FileStore, type OpenOptions } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';

const SCHEMA: OpenOptions = {
  applicationId: 0x51534331,
  schemaVersion: 1,
  migrate: (connection) => {
    connection.exec(`
      CREATE TABLE file (
        repository TEXT NOT NULL, snapshot TEXT NOT NULL, path TEXT NOT NULL, sha TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (repository, snapshot, path)
      ) STRICT;`);
  },
  remedy: 'Delete it, and import the SCIP indexes again.',
};

/** What is kept of one file: its content by its digest, and what an index says about it. */
interface KeptFile {
  readonly path: string;
  /** SHA-256 of the content. */
  readonly sha: string;
}

/** What imported SCIP indexes say about the files of snapshots, kept for the runs after the import. */
export class ScipFiles<File extends KeptFile> extends FileStore {
  constructor(file: string) {
    super(file, SCHEMA);
  }

  /** Adds or replaces what is known about these files; other files keep what an earlier import said. */
  put({ repository, snapshot }: SnapshotRef, files: readonly File[]): void {
    this.use().write((sql) => {
      for (const { path, sha, ...body } of files)
        sql.run('INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?)', [
          ...[repository, snapshot, path, sha],
          JSON.stringify(body),
        ]);
    });
  }

  /** Path → SHA-256 of the content that is known. */
  paths({ repository, snapshot }: SnapshotRef): ReadonlyMap<string, string> {
    const rows = this.use().read((sql) =>
      sql.all<{ path: string; sha: string }>(
        'SELECT path, sha FROM file WHERE repository = ? AND snapshot = ? ORDER BY path',
        [repository, snapshot],
      ),
    );
    return new Map(rows.map(({ path, sha }) => [path, sha]));
  }

  get({ repository, snapshot }: SnapshotRef, path: string): File | undefined {
    const row = this.use().read((sql) =>
      sql.get<{ sha: string; body: string }>(
        'SELECT sha, body FROM file WHERE repository = ? AND snapshot = ? AND path = ?',
        [repository, snapshot, path],
      ),
    );
    return row && ({ path, sha: row.sha, ...(JSON.parse(row.body) as object) } as File);
  }

  /** Forgets these files; without `paths` all of the snapshot. */
  remove({ repository, snapshot }: SnapshotRef, paths?: readonly string[]): void {
    this.use().write((sql) => {
      const of = 'repository = ? AND snapshot = ?';
      if (paths === undefined) sql.run(`DELETE FROM file WHERE ${of}`, [repository, snapshot]);
      for (const path of paths ?? [])
        sql.run(`DELETE FROM file WHERE ${of} AND path = ?`, [repository, snapshot, path]);
    });
  }
}

/**
 * Deletes what SCIP indexes say about a snapshot, if the file exists.
 * @param file `scip.db` in the data folder
 * @throws Fault `store_unavailable`
 */
export async function discardScipFiles(file: string, ref: SnapshotRef): Promise<void> {
  if (!existsSync(file)) return;
  const files = new ScipFiles<KeptFile>(file);
  try {
    files.remove(ref);
  } finally {
    await files.close();
  }
}
