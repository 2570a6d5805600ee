import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SnapshotFolder } from './snapshot-folder';
import { COUNTERS } from './testing/counters';
import { spawnTypescript } from './testing/spawn-typescript';

const PROCESS = join(__dirname, 'testing/packing-process.ts');
const NAMES = ['v1', 'v2', 'v3'];
const KILLS = 12;
/** Pairs in the first snapshot; each further one has as many more. */
const PAIRS = 300;

jest.setTimeout(120_000);

describe('a process that is killed while it packs and unpacks snapshots', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-killed-pack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const inFolder = <T>(work: (snapshots: SnapshotFolder) => T | Promise<T>): Promise<T> =>
    SnapshotFolder.using(folder, COUNTERS, work);
  const contents = (): Promise<readonly unknown[]> =>
    inFolder((snapshots) =>
      NAMES.map((snapshot) =>
        snapshots
          .existing({ repository: 'a', snapshot })
          ?.read((sql) => sql.all('SELECT n, side, filler FROM pair ORDER BY n, side')),
      ),
    );
  const fill = (): Promise<void> =>
    inFolder((snapshots) => {
      for (const [at, snapshot] of NAMES.entries())
        snapshots.forWriting({ repository: 'a', snapshot }).write((sql) => {
          // The snapshots have most rows in common, as revisions have.
          for (let n = 1; n <= PAIRS * (at + 1); n++)
            sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, 'left', `${n}`.repeat(500)]);
        });
    });

  it('loses no snapshot and no row, and the next run packs what is left', async () => {
    await fill();
    const before = await contents();
    const steps = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawnTypescript(PROCESS, [folder, ...NAMES]);
      const ended = once(child, 'exit');
      let done = '';
      let lines = 0;
      for await (const line of createInterface(child.stdout)) {
        done = line;
        lines += 1;
        // After another step each time, and in another moment of the next one.
        if (lines > kill % 6) break;
      }
      await sleep((kill * 7) % 40);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      steps.add(done);
      expect(await contents()).toEqual(before);
    }
    // The kills hit different steps.
    expect(steps.size).toBe(2 * NAMES.length);
    await inFolder(async (snapshots) => {
      for (const snapshot of NAMES) await snapshots.pack({ repository: 'a', snapshot });
    });
    expect(await contents()).toEqual(before);
    expect(readdirSync(folder).filter((name) => !name.endsWith('-verified'))).toEqual([
      expect.stringMatching(/-pages\.db$/),
    ]);
  });
});
