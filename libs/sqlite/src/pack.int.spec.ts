import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import type { Database } from './database';
import { copyName } from './database-files';
import { SnapshotFolder, type Derived } from './snapshot-folder';
import { COUNTERS } from './testing/counters';

/** Of the pairs: those on the right are the left ones, doubled. */
const RIGHT_OF_LEFT: Derived = {
  remove: (sql) => sql.run("DELETE FROM pair WHERE side = 'right'"),
  restore: (sql) =>
    sql.run("INSERT OR IGNORE INTO pair SELECT n, 'right', filler || filler FROM pair WHERE side = 'left'"),
};

interface Pair {
  readonly n: number;
  readonly side: string;
  readonly filler: string;
}

describe('a packed snapshot', () => {
  let folder: string;
  let snapshots: SnapshotFolder;
  const open = () => new SnapshotFolder(folder, { ...COUNTERS, derived: RIGHT_OF_LEFT });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-pack-'));
    snapshots = open();
  });
  afterEach(() => {
    snapshots.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const V1 = { repository: 'a', snapshot: 'v1' };
  const V2 = { repository: 'a', snapshot: 'v2' };
  const V3 = { repository: 'a', snapshot: 'v3' };
  /** Random text, which does not compress. */
  const insert = (database: Database, from: number, to: number) =>
    database.write((sql) => {
      for (let n = from; n <= to; n++)
        sql.run("INSERT INTO pair VALUES (?, 'left', hex(randomblob(1000)))", [n]);
      RIGHT_OF_LEFT.restore(sql);
    });
  const rows = (database: Database | null) =>
    database?.read((sql) => sql.all<Pair>('SELECT n, side, filler FROM pair ORDER BY n, side'));
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.db'));
  const pages = () => join(folder, files().find((name) => name.endsWith('-pages.db')) ?? '');
  /** A snapshot of 200 pairs, and one more that begins as its copy, both packed. */
  const two = async () => {
    insert(snapshots.forWriting(V1), 1, 200);
    await snapshots.startFrom(V2, V1, () => undefined);
    insert(snapshots.forWriting(V2), 201, 203);
    const before = [rows(snapshots.existing(V1)), rows(snapshots.existing(V2))];
    expect(await snapshots.pack(V1)).toBe(true);
    snapshots.close();
    const alone = statSync(pages()).size;
    snapshots = open();
    expect(await snapshots.pack(V2)).toBe(true);
    return { before, alone };
  };

  it('reads as before, also in another process, and leaves one file', async () => {
    const { before } = await two();
    expect([V1, V2].map((ref) => rows(snapshots.existing(ref)))).toEqual(before);
    const other = open();
    expect([V1, V2].map((ref) => rows(other.existing(ref)))).toEqual(before);
    other.close();
    snapshots.close();
    expect(files()).toEqual([expect.stringMatching(/-pages\.db$/)]);
  });

  it('costs what it does not share', async () => {
    const { alone } = await two();
    snapshots.close();
    const both = statSync(pages()).size;
    expect(alone).toBeGreaterThan(200_000);
    expect(both - alone).toBeLessThan(alone / 10);
  });

  it('costs the difference where its pages changed a little', async () => {
    insert(snapshots.forWriting(V1), 1, 200);
    await snapshots.startFrom(V2, V1, () => undefined);
    snapshots.forWriting(V2).write((sql) => {
      sql.run("UPDATE pair SET filler = 'x' || substr(filler, 2)");
      RIGHT_OF_LEFT.remove(sql);
      RIGHT_OF_LEFT.restore(sql);
    });
    const before = [rows(snapshots.existing(V1)), rows(snapshots.existing(V2))];
    await snapshots.pack(V1);
    snapshots.close();
    const alone = statSync(pages()).size;
    snapshots = open();
    await snapshots.pack(V2);
    snapshots.close();
    // Every page differs.
    expect(statSync(pages()).size - alone).toBeLessThan(alone / 3);
    snapshots = open();
    expect([V1, V2].map((ref) => rows(snapshots.existing(ref)))).toEqual(before);
  });

  it('is read as it was, also when snapshots that share its pages were changed or deleted', async () => {
    const number = fc.integer({ min: 1, max: 60 });
    const step = fc.record({
      ref: fc.constantFrom(V1, V2, V3),
      from: fc.constantFrom(V1, V2, V3),
      discard: fc.boolean(),
      changed: fc.array(number, { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
        const expected = new Map<string, readonly Pair[]>();
        for (const { ref, from, discard, changed } of steps) {
          if (discard) {
            snapshots.discard(ref);
            expected.delete(ref.snapshot);
            continue;
          }
          await snapshots.startFrom(ref, from, () => undefined);
          snapshots.forWriting(ref).write((sql) => {
            for (const n of changed)
              sql.run(
                `INSERT INTO pair VALUES (?, 'left', hex(randomblob(300)))
                 ON CONFLICT DO UPDATE SET filler = 'x' || substr(filler, 2, 500) || hex(randomblob(40))`,
                [n],
              );
          });
          expected.set(ref.snapshot, rows(snapshots.existing(ref)) ?? []);
          await snapshots.pack(ref);
        }
        snapshots.close();
        snapshots = open();
        for (const ref of [V1, V2, V3]) {
          const now = rows(snapshots.existing(ref))?.filter(({ side }) => side === 'left');
          expect(now).toEqual(expected.get(ref.snapshot)?.filter(({ side }) => side === 'left'));
          snapshots.discard(ref);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of the format before is read, and others are added to it', async () => {
    insert(snapshots.forWriting(V1), 1, 50);
    const before = rows(snapshots.existing(V1));
    await snapshots.pack(V1);
    snapshots.close();
    const raw = new DatabaseSync(pages());
    raw.exec('ALTER TABLE page DROP COLUMN base; PRAGMA user_version = 1');
    raw.close();
    snapshots = open();
    expect(rows(snapshots.existing(V1))).toEqual(before);
    await snapshots.startFrom(V2, V1, (sql) => sql.run('DELETE FROM pair WHERE n = 7'));
    expect(await snapshots.pack(V2)).toBe(true);
    expect(rows(snapshots.existing(V2))).toHaveLength(98);
    expect(rows(snapshots.existing(V1))).toEqual(before);
  });

  it('can be viewed for long, and keeps its readers when it is packed', async () => {
    insert(snapshots.forWriting(V1), 1, 5);
    const reader = open();
    const before = rows(reader.existing(V1));
    const view = reader.existing(V1)?.view();
    // The view reads an older state of the log.
    insert(snapshots.forWriting(V1), 6, 6);
    expect(await snapshots.pack(V1)).toBe(false);
    view?.close();
    expect(await snapshots.pack(V1)).toBe(true);
    expect(rows(reader.existing(V1))).toHaveLength((before?.length ?? 0) + 2);
    const later = reader.existing(V1)?.view();
    reader.close();
    expect(later?.read((sql) => sql.get('SELECT count(*) AS n FROM pair'))).toEqual({ n: 12 });
    later?.close();
  });

  it('is written as before, and readers follow', async () => {
    const { before } = await two();
    const reader = open();
    expect(rows(reader.existing(V2))).toEqual(before[1]);
    insert(snapshots.forWriting(V2), 300, 300);
    expect(rows(reader.existing(V2))).toHaveLength((before[1]?.length ?? 0) + 2);
    expect(await snapshots.pack(V2)).toBe(true);
    expect(rows(reader.existing(V2))).toHaveLength((before[1]?.length ?? 0) + 2);
    expect(rows(reader.existing(V1))).toEqual(before[0]);
    reader.close();
  });

  it('can be the beginning of another, which is not packed', async () => {
    const { before } = await two();
    expect(await snapshots.startFrom(V3, V2, (sql) => sql.run('DELETE FROM pair WHERE n > 200'))).toBe(true);
    expect(rows(snapshots.existing(V3))).toEqual(before[0]);
    expect(await snapshots.startFrom(V1, V3, () => undefined)).toBe(false);
  });

  it('frees what no other has when it is discarded', async () => {
    const { before } = await two();
    insert(snapshots.forWriting(V3), 1, 400);
    await snapshots.pack(V3);
    snapshots.close();
    const three = statSync(pages()).size;
    snapshots = open();
    snapshots.discard(V3);
    expect(snapshots.existing(V3)).toBeNull();
    snapshots.discard(V1);
    expect(rows(snapshots.existing(V2))).toEqual(before[1]);
    snapshots.close();
    expect(statSync(pages()).size).toBeLessThan(three / 2);
  });

  it('is damaged if one of its pages is altered, and can be discarded', async () => {
    await two();
    snapshots.close();
    const raw = new DatabaseSync(pages());
    raw.exec('UPDATE page SET body = (SELECT body FROM page WHERE id = 4) WHERE id = 5');
    raw.close();
    snapshots = open();
    expect(() => snapshots.existing(V1)).toThrow(expect.objectContaining({ code: 'index_damaged' }));
    snapshots.discard(V1);
    expect(snapshots.existing(V1)).toBeNull();
    snapshots.close();
    truncateSync(pages(), 8_192);
    snapshots = open();
    expect(() => snapshots.existing(V2)).toThrow(expect.objectContaining({ code: 'index_damaged' }));
    snapshots.discard(V2);
    expect(snapshots.existing(V2)).toBeNull();
  });

  it('leaves no copy of a process that has died', async () => {
    await two();
    // No process has this number.
    const left = copyName(join(folder, 'a-v9-0123456789abcdef0123456789abcdef.db'), 0);
    writeFileSync(left.replace(`-${process.pid}-`, '-4194305-'), 'left');
    const ofOther = left.replace(/-copy-[0-9a-f]{8}-\d+/, '-copy-00000000-4194305');
    writeFileSync(ofOther, 'of a container that shares the folder');
    expect(rows(snapshots.existing(V1))).toHaveLength(400);
    snapshots.close();
    expect(files().filter((name) => name.includes('-copy-'))).toEqual([basename(ofOther)]);
  });
});
