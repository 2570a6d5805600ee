import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotFolder } from '@quarry/sqlite';
import { COUNTERS } from '../../libs/sqlite/src/testing/counters';
import { describeWithSmallDisk, SmallDisk } from './small-disk';

const V1 = { repository: 'a', snapshot: 'v1' };
const V2 = { repository: 'a', snapshot: 'v2' };
const FULL = /^The disk of .+ is full \(\d+ KiB left\): .+ cannot grow\. Free some room there/;

/** Packed snapshots on a full disk: nothing is lost or left over, and each error says in one sentence what to do. */
describeWithSmallDisk('packed snapshots on a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-packed-disk-'));
  let disk: SmallDisk;
  let snapshots: SnapshotFolder;
  beforeAll(() => {
    disk = SmallDisk.mount(folder, 12);
  });
  beforeEach(() => {
    snapshots = new SnapshotFolder(folder, COUNTERS);
  });
  afterEach(() => snapshots.close());
  afterAll(() => {
    disk.unmount();
    rmSync(folder, { recursive: true });
  });

  /** Random text, which does not compress. */
  const fill = (ref: typeof V1, pairs: number): void =>
    snapshots.forWriting(ref).write((sql) => {
      for (let n = 1; n <= pairs; n++)
        sql.run("INSERT INTO pair VALUES (?, 'left', hex(randomblob(1000)))", [n]);
    });
  const pairs = (ref: typeof V1): unknown =>
    snapshots.existing(ref)?.read((sql) => sql.get<{ n: number }>('SELECT count(*) AS n FROM pair')?.n);
  const full = expect.objectContaining({
    code: 'store_unavailable',
    message: expect.stringMatching(FULL) as string,
  }) as Error;
  const reopen = (): void => {
    snapshots.close();
    snapshots = new SnapshotFolder(folder, COUNTERS);
  };

  it('stay as they are if there is no room to pack them, with nothing left over', async () => {
    fill(V1, 500);
    expect(await snapshots.pack(V1)).toBe(true);
    fill(V2, 1_000);
    reopen();
    const before = readdirSync(folder).sort();
    // Too little for a copy of its file, and too little for its pages.
    for (let left = 900; left <= 2_800; left += 100) {
      disk.fill(left);
      await expect(snapshots.pack(V2)).rejects.toThrow(full);
      reopen();
      disk.empty();
      expect(readdirSync(folder).sort()).toEqual(before);
      expect(pairs(V2)).toBe(1_000);
      reopen();
    }
  });

  it('say so if there is no room to read them, are read once there is, and packed', async () => {
    disk.fill(400);
    expect(() => pairs(V1)).toThrow(full);
    expect(() => snapshots.forWriting(V1)).toThrow(full);
    expect(readdirSync(folder).filter((name) => /-(?:copy|new)\b/.test(name))).toEqual([]);
    expect(pairs(V2)).toBe(1_000);
    disk.grow(64);
    expect([pairs(V1), pairs(V2)]).toEqual([500, 1_000]);
    expect(await snapshots.pack(V2)).toBe(true);
    expect([pairs(V1), pairs(V2)]).toEqual([500, 1_000]);
  });
});
