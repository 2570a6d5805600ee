import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGoldenStore, type GoldenRun, type GoldenSet, type GoldenStore } from '@quarry/golden-store';
import { leaseConformance } from '@quarry/lease/testing';
import type { CompiledPipeline } from '@quarry/pipeline';
import { claim, LEASE_MS, WAIT_FOR_VERSION_MS } from './claim';
import { leasedRun, QUEUED } from './testing/leased-run';

const NOW = 1_000_000_000;
const PIPELINES = [{ name: 'code', digest: '1' }] as unknown as CompiledPipeline[];
const set: GoldenSet = {
  ...{ tenant: 'acme', name: 'faq', id: 's1', description: '', revision: 1, schedule: null },
  ...{ size: 0, createdAt: 0, changedAt: 0, questions: [] },
};
const queued: GoldenRun = { ...QUEUED, createdAt: NOW };

describe('claim', () => {
  let folder: string;
  let store: GoldenStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-claim-'));
    store = openGoldenStore(`sqlite:${join(folder, 'golden.db')}`);
    await store.saveSet(set);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const by = (owner: string, now = NOW, pipelines = PIPELINES) =>
    claim(store, queued, { owner, clock: { now: () => now }, pipelines });

  it('leases a run to one runner, and to another once the lease expires', async () => {
    await store.saveRun(queued);
    const won = await Promise.all(['a', 'b', 'c'].map((owner) => by(owner)));
    expect(won.filter((run) => run !== null)).toHaveLength(1);
    expect(await by('d', NOW + LEASE_MS - 1)).toBeNull();
    expect((await by('d', NOW + LEASE_MS))?.value).toMatchObject({
      status: 'running',
      lease: { owner: 'd' },
      claims: 2,
    });
  });

  it('gives up a run whose runners repeatedly end without a new row', async () => {
    await store.saveRun(queued);
    for (let i = 0; i < 4; i += 1) await by(`${i}`, NOW + i * LEASE_MS);
    expect(await store.run('acme', 'r1')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('interrupted 3 times'),
      lease: null,
    });
  });

  it('waits for a gateway that has the version, but not forever', async () => {
    await store.saveRun(queued);
    expect(await by('a', NOW + WAIT_FOR_VERSION_MS - 1, [])).toBeNull();
    expect(await store.run('acme', 'r1')).toMatchObject({ status: 'queued' });
    expect(await by('a', NOW + WAIT_FOR_VERSION_MS, [])).toBeNull();
    expect(await store.run('acme', 'r1')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('code@1'),
    });
  });

  it('deletes a run whose set was deleted, and keeps an ended one', async () => {
    await store.saveRun({ ...queued, setId: 'former life of the set' });
    expect(await by('a')).toBeNull();
    expect(await store.run('acme', 'r1')).toBeNull();
    await store.saveRun({ ...queued, status: 'cancelled' });
    expect(await by('a')).toBeNull();
    expect(await store.run('acme', 'r1')).toMatchObject({ status: 'cancelled', version: 1 });
  });

  leaseConformance('golden runs of SQLite', () => leasedRun(store));
});
