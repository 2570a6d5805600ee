import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '@quarry/turn';
import * as fc from 'fast-check';
import type { Database } from './database';
import { SnapshotFolder } from './snapshot-folder';
import { COUNTERS } from './testing/counters';

let folder: string;
let snapshots: SnapshotFolder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-snapshots-'));
  snapshots = new SnapshotFolder(join(folder, 'in'), COUNTERS);
});
afterEach(() => {
  snapshots.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (database: Database, n: number) =>
  database.write((sql) => sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, 'left', '']));
const numbers = (database: Database | null) =>
  database?.read((sql) => sql.all<{ n: number }>('SELECT n FROM pair').map((row) => row.n));

describe('SnapshotFolder', () => {
  it('creates nothing on a read', () => {
    expect(snapshots.existing({ repository: 'a', snapshot: 'b' })).toBeNull();
    expect(existsSync(join(folder, 'in'))).toBe(false);
  });

  it('separates snapshots, even if their names differ in form only', () => {
    const names = ['a b', 'a-b', 'A-B', 'a/b', 'a%2Fb', '', 'a:b', 'ab'];
    const refs = names.flatMap((repository) => names.map((snapshot) => ({ repository, snapshot })));
    refs.forEach((ref, i) => insert(snapshots.forWriting(ref), i));
    refs.forEach((ref, i) => expect(numbers(snapshots.existing(ref))).toEqual([i]));
    expect(new Set(readdirSync(join(folder, 'in')).filter((name) => name.endsWith('.db'))).size).toBe(
      refs.length,
    );
  });

  it('never leaves its folder, for any names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('../../x', '..', '/etc/passwd', 'C:\\x', 'a\0b', '.'.repeat(9), 'con', 'é'.repeat(300)),
    );
    fc.assert(
      fc.property(name, name, (repository, snapshot) => {
        const { file } = snapshots.forWriting({ repository, snapshot });
        snapshots.discard({ repository, snapshot });
        return (
          dirname(file) === join(folder, 'in') &&
          /^[a-z0-9-]+\.db$/.test(file.slice(dirname(file).length + 1))
        );
      }),
      { numRuns: 40 },
    );
  });

  it('follows a file that another process has rebuilt', () => {
    const ref = { repository: 'a', snapshot: 'b' };
    const other = new SnapshotFolder(join(folder, 'in'), COUNTERS);
    insert(snapshots.forWriting(ref), 1);
    other.discard(ref);
    expect(snapshots.existing(ref)).toBeNull();
    insert(other.forWriting(ref), 2);
    expect(numbers(snapshots.existing(ref))).toEqual([2]);
    other.close();
  });

  it('can discard a damaged file, and only that one', () => {
    const ref = { repository: 'a', snapshot: 'b' };
    insert(snapshots.forWriting({ repository: 'a', snapshot: 'c' }), 3);
    const { file } = snapshots.forWriting(ref);
    snapshots.close();
    writeFileSync(file, 'garbage '.repeat(100));
    snapshots = new SnapshotFolder(join(folder, 'in'), COUNTERS);
    expect(() => snapshots.existing(ref)).toThrow(Fault);
    snapshots.discard(ref);
    insert(snapshots.forWriting(ref), 1);
    expect(numbers(snapshots.existing(ref))).toEqual([1]);
    expect(numbers(snapshots.existing({ repository: 'a', snapshot: 'c' }))).toEqual([3]);
  });

  it('rejects calls after it was closed, and can be closed twice', () => {
    snapshots.close();
    snapshots.close();
    expect(() => snapshots.existing({ repository: 'a', snapshot: 'b' })).toThrow(
      expect.objectContaining({ code: 'store_unavailable' }),
    );
  });
});
