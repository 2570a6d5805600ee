import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database';
import { SnapshotFolder } from './snapshot-folder';
import { COUNTERS } from './testing/counters';

describe('a snapshot that begins as a copy of another', () => {
  let folder: string;
  let snapshots: SnapshotFolder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-start-from-'));
    snapshots = new SnapshotFolder(folder, COUNTERS);
  });
  afterEach(() => {
    snapshots.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const V1 = { repository: 'a', snapshot: 'v1' };
  const V2 = { repository: 'a', snapshot: 'v2' };
  const insert = (database: Database, n: number) =>
    database.write((sql) => sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, 'left', 'x'.repeat(5_000)]));
  const numbers = (database: Database | null) =>
    database?.read((sql) => sql.all<{ n: number }>('SELECT n FROM pair ORDER BY n').map((row) => row.n));

  it('has its content, changed, and nothing of what is written to the other later', async () => {
    for (let n = 1; n <= 300; n++) insert(snapshots.forWriting(V1), n);
    const started = snapshots.startFrom(V2, V1, (sql) => sql.run('DELETE FROM pair WHERE n > 2'));
    expect(await started).toBe(true);
    insert(snapshots.forWriting(V1), 301);
    insert(snapshots.forWriting(V2), 7);
    expect(numbers(snapshots.existing(V2))).toEqual([1, 2, 7]);
    expect(numbers(snapshots.existing(V1))).toHaveLength(301);
    snapshots.close();
    expect(readdirSync(folder).filter((name) => name.includes('-new'))).toEqual([]);
  });

  it('is never written over, and needs the other', async () => {
    const change = (): void => undefined;
    expect(await snapshots.startFrom(V2, V1, change)).toBe(false);
    expect(snapshots.existing(V2)).toBeNull();
    insert(snapshots.forWriting(V1), 1);
    insert(snapshots.forWriting(V2), 2);
    expect(await snapshots.startFrom(V2, V1, change)).toBe(false);
    expect(numbers(snapshots.existing(V2))).toEqual([2]);
  });

  it('does not exist if its change fails', async () => {
    insert(snapshots.forWriting(V1), 1);
    const failing = snapshots.startFrom(V2, V1, (sql) => sql.run('DELETE FROM no_such_table'));
    await expect(failing).rejects.toThrow('no_such_table');
    expect(snapshots.existing(V2)).toBeNull();
    expect(readdirSync(folder).filter((name) => name.includes('-new'))).toEqual([]);
  });
});
