import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RepositoryRegistry } from '@quarry/repositories';
import type { SnapshotRef } from '@quarry/turn';
import { TestClock } from '@quarry/turn/testing';
import { readConfig } from '../config';
import { openStoresToRead, type Stores } from '../platform';

const REF: SnapshotRef = { repository: 'shop', snapshot: 'current' };
const FILE = { path: 'a.ts', digest: 'd', edges: [] };
const NODE = { key: 'a', kind: 'FUNCTION', name: 'a', qualifiedName: 'a', language: 'typescript' } as const;

/** Stores that are open while their content is lost and repaired. */
describe('a guarded store', () => {
  let folder: string;
  let stores: Stores;
  let clock: TestClock;
  beforeEach(async () => {
    clock = TestClock.stopped();
    folder = mkdtempSync(join(tmpdir(), 'quarry-guarded-'));
    stores = await openStoresToRead(readConfig({ dataDir: folder, embedderUrl: 'none' }, {}), clock);
    await write(1);
    await record(1);
  });
  afterEach(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });

  const write = async (run: number): Promise<void> => {
    const counts = { files: 1, nodes: 1, edges: 0 };
    await stores.graphStore.write(REF, {
      files: [{ ...FILE, nodes: [NODE] }],
      imprint: { ...REF, run, counts },
    });
  };
  const record = (run: number): Promise<void> =>
    new RepositoryRegistry(stores.recordStore).indexed(
      REF,
      {
        ...{ indexedAt: 1, by: null, job: null, files: 1, chunks: 0, nodes: 1, edges: 0, pendingVectors: 0 },
        ...{ embedder: null, commit: null, dirty: false, root: '/shop', run },
      },
      { failed: [], secretPlaces: [] },
    );
  const read = (): Promise<readonly unknown[]> => stores.graphStore.nodes(REF, ['a']);
  const lost = expect.objectContaining({
    code: 'index_damaged',
    message: expect.stringContaining('holds nothing') as string,
  });

  it('notices a deleted file within a second, and its repair at once', async () => {
    expect(await read()).toHaveLength(1);
    rmSync(join(folder, 'graph'), { recursive: true });
    clock.pass(1_000);
    await expect(read()).rejects.toEqual(lost);
    await write(2);
    expect(await read()).toHaveLength(1);
  });

  it('goes on while a run writes it again, before the records know', async () => {
    rmSync(join(folder, 'graph'), { recursive: true });
    await stores.graphStore.write(REF, { imprint: { ...REF, run: 2, counts: null } });
    expect(await read()).toEqual([]);
  });

  it('compares again after a run', async () => {
    expect(await read()).toHaveLength(1);
    await record(3);
    clock.pass(1_000);
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('is older') as string });
    await write(3);
    expect(await read()).toHaveLength(1);
  });

  it('is read where the records cannot be', async () => {
    await stores.close();
    writeFileSync(join(folder, 'records.db'), Buffer.alloc(8_192, 'garbage '));
    rmSync(join(folder, 'graph'), { recursive: true });
    stores = await openStoresToRead(readConfig({ dataDir: folder, embedderUrl: 'none' }, {}), clock);
    expect(await read()).toEqual([]);
  });
});
