import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotFolder } from './snapshot-folder';
import { COUNTERS } from './testing/counters';
import { spawnTypescript } from './testing/spawn-typescript';

const PROCESS = join(__dirname, 'testing/packing-process.ts');
const NAMES = ['v1', 'v2'];
/** Pairs in the first snapshot; the second has twice as many. */
const PAIRS = 100;

jest.setTimeout(300_000);

describe('a process that is killed while it packs and unpacks snapshots', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-killed-pack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const inFolder = <T>(at: string, work: (snapshots: SnapshotFolder) => T | Promise<T>): Promise<T> =>
    SnapshotFolder.using(join(folder, at), COUNTERS, work);
  const contents = (at: string): Promise<readonly unknown[]> =>
    inFolder(at, (snapshots) =>
      NAMES.map((snapshot) =>
        snapshots
          .existing({ repository: 'a', snapshot })
          ?.read((sql) => sql.all('SELECT n, side, filler FROM pair ORDER BY n, side')),
      ),
    );

  it('loses no snapshot and no row, wherever that is, and the next run packs what is left', async () => {
    await inFolder('before', (snapshots) => {
      for (const [at, snapshot] of NAMES.entries())
        snapshots.forWriting({ repository: 'a', snapshot }).write((sql) => {
          // The snapshots have most rows in common, as revisions have.
          for (let n = 1; n <= PAIRS * (at + 1); n++)
            sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, 'left', `${n}`.repeat(500)]);
        });
    });
    const before = await contents('before');
    let kills = 0;
    for (;;) {
      const at = `killed-${kills + 1}`;
      cpSync(join(folder, 'before'), join(folder, at), { recursive: true });
      const child = spawnTypescript(PROCESS, [join(folder, at), String(kills + 1), ...NAMES]);
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect({ at, contents: await contents(at) }).toEqual({ at, contents: before });
      await inFolder(at, async (snapshots) => {
        for (const snapshot of NAMES) await snapshots.pack({ repository: 'a', snapshot });
      });
      expect({ at, contents: await contents(at) }).toEqual({ at, contents: before });
      expect(readdirSync(join(folder, at)).filter((name) => !name.endsWith('-verified'))).toEqual([
        expect.stringMatching(/-pages\.db$/),
      ]);
      if (code === 0) break;
      expect(signal).toBe('SIGKILL');
      kills += 1;
    }
    // Each snapshot is packed and unpacked with several files.
    expect(kills).toBeGreaterThan(20);
  });
});
