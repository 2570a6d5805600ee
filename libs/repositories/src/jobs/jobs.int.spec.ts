import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { defined } from '@quarry/turn';
import { claim } from './claim';
import { HeldJob } from './held-job';
import { isOver, LEASE_MS, MOST_OPEN_JOBS, withEvent, type IndexJob, type IndexOrder } from './index-job';
import { IndexJobs } from './job-store';

const ORDER: IndexOrder = {
  ...{ repository: 'shop', snapshot: 'current', path: '/src/shop', rebuild: false, vectors: true },
  ...{ chunking: { tokens: null, overlap: null }, summaries: null },
};
const SUMMARY = {
  ...{ snapshot: 'current', indexedAt: 1, by: null, job: null, files: 1, chunks: 1, nodes: 0, edges: 0 },
  ...{ pendingVectors: 0, embedder: null, commit: null, dirty: false, root: '/src/shop', failures: 1 },
};

describe('indexing jobs', () => {
  let folder: string;
  let records: RecordStore;
  let jobs: IndexJobs;
  let now: number;
  const clock = { now: () => now };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-jobs-'));
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    jobs = new IndexJobs(records);
    now = 1_000_000;
  });
  afterEach(async () => {
    await records.close();
    rmSync(folder, { recursive: true });
  });

  const begin = async (order: Partial<IndexOrder> = {}, tenant = 'acme', key?: string) =>
    (await jobs.begin({ tenant, by: 'k', order: { ...ORDER, ...order }, ...defined({ key }) }, now++)).job;
  const claimAs = (owner: string, job: { tenant: string; id: string }) => claim(jobs, job, { owner, clock });

  it('start once per key, and a key identifies one job', async () => {
    const first = await begin({}, 'acme', 'k1');
    expect((await begin({}, 'acme', 'k1')).id).toBe(first.id);
    expect((await begin({}, 'beta', 'k1')).id).not.toBe(first.id);
    await expect(begin({ snapshot: 'v2' }, 'acme', 'k1')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('run on one indexer at a time, and on the next once the lease has expired', async () => {
    const job = await begin();
    const [one, two] = await Promise.all([claimAs('a', job), claimAs('b', job)]);
    expect([one, two].filter((held) => held !== null)).toHaveLength(1);
    now += LEASE_MS - 1;
    expect(await claimAs('c', job)).toBeNull();
    now += 2;
    const taken = await claimAs('c', job);
    expect(taken?.value).toMatchObject({ status: 'running', attempts: 2, lease: { owner: 'c' } });
    expect(taken?.value.events.map(({ body }) => body.type)).toEqual([
      'job.started',
      'job.interrupted',
      'job.started',
    ]);
  });

  it('accept no write of an indexer that was considered lost', async () => {
    const job = await begin();
    const stored = await claimAs('a', job);
    if (!stored) throw new Error('not claimed');
    const held = new HeldJob(stored, clock);
    now += LEASE_MS + 1;
    await claimAs('b', job);
    held.note({ phase: 'read', done: 1, total: 2 });
    await held.tick();
    expect(held.lost.aborted).toBe(true);
    await held.finish(SUMMARY, []);
    expect((await jobs.read('acme', job.id)).value).toMatchObject({
      status: 'running',
      lease: { owner: 'b' },
    });
  });

  it('fail after three indexers were lost', async () => {
    const job = await begin();
    for (const owner of ['a', 'b', 'c']) {
      expect(await claimAs(owner, job)).not.toBeNull();
      now += LEASE_MS + 1;
    }
    expect(await claimAs('d', job)).toBeNull();
    expect((await jobs.read('acme', job.id)).value).toMatchObject({
      status: 'failed',
      fault: { code: 'internal' },
    });
    expect(await jobs.open()).toEqual([]);
  });

  it('fail with the reason of the last attempt, where that was not a lost indexer', async () => {
    const attempt = async (job: IndexJob, code?: string): Promise<void> => {
      const stored = await claimAs('a', job);
      if (!stored) throw new Error('not claimed');
      const how = { counts: true, ...(code === undefined ? {} : { code }) };
      if (code !== 'lost') await new HeldJob(stored, clock).release(0, 'The host cannot be reached.', how);
      now += LEASE_MS + 1;
    };
    const reached = await begin();
    for (const code of ['lost', 'lost', 'repository_unreadable']) await attempt(reached, code);
    expect((await jobs.read('acme', reached.id)).value).toMatchObject({
      status: 'queued',
      fault: { code: 'repository_unreadable', message: 'The host cannot be reached.' },
    });
    expect(await claimAs('b', reached)).toBeNull();
    expect((await jobs.read('acme', reached.id)).value).toMatchObject({
      status: 'failed',
      fault: { code: 'repository_unreadable', message: 'The host cannot be reached. Tried 3 times.' },
    });
    const lost = await begin();
    for (const code of ['repository_unreadable', 'repository_unreadable', 'lost']) await attempt(lost, code);
    expect(await claimAs('b', lost)).toBeNull();
    expect((await jobs.read('acme', lost.id)).value.fault).toMatchObject({ code: 'internal' });
  });

  it('wait for another job on the same snapshot, not for another tenant or snapshot', async () => {
    const [first, same, other, foreign] = [
      await begin(),
      await begin(),
      await begin({ snapshot: 'v2' }),
      await begin({}, 'beta'),
    ];
    expect(await claimAs('a', first)).not.toBeNull();
    expect(await claimAs('b', same)).toBeNull();
    const waiting = (await jobs.read('acme', same.id)).value;
    expect(waiting).toMatchObject({ status: 'queued', attempts: 0, lease: null, events: [] });
    expect(waiting.notBefore).toBeGreaterThan(now);
    expect(await claimAs('b', other)).not.toBeNull();
    expect(await claimAs('c', foreign)).not.toBeNull();
  });

  it('end at once if no indexer works on them, otherwise by their indexer', async () => {
    const [queued, running] = [await begin(), await begin({ snapshot: 'v2' })];
    expect(await jobs.cancel('acme', queued.id, now)).toBe(true);
    expect(await jobs.cancel('acme', queued.id, now)).toBe(false);
    const stored = await claimAs('a', running);
    if (!stored) throw new Error('not claimed');
    const held = new HeldJob(stored, clock);
    expect(await jobs.cancel('acme', running.id, now)).toBe(true);
    await held.tick();
    expect(held.cancelled.aborted).toBe(true);
    await held.cancel();
    const { value } = await jobs.read('acme', running.id);
    expect(value).toMatchObject({ status: 'cancelled', lease: null, cancelling: false });
    expect(value.events.at(-1)?.body).toMatchObject({ type: 'job.finished', status: 'cancelled' });
  });

  it('belong to their tenant', async () => {
    const job = await begin();
    await expect(jobs.read('beta', job.id)).rejects.toMatchObject({ code: 'index_job_unknown' });
    await expect(jobs.cancel('beta', job.id, now)).rejects.toMatchObject({ code: 'index_job_unknown' });
    expect(await jobs.list('beta', { limit: 10 })).toEqual([]);
    expect(isOver((await jobs.read('acme', job.id)).value)).toBe(false);
  });

  it('return to the queue without counting as an attempt if the index is in use', async () => {
    const job = await begin();
    for (let round = 0; round < 30; round++) {
      const stored = await claimAs('a', job);
      if (!stored) throw new Error('not claimed');
      await new HeldJob(stored, clock).release(2_000, 'in use', { counts: false });
      expect(await claimAs('b', job)).toBeNull();
      now += 2_001;
    }
    const { value } = await jobs.read('acme', job.id);
    expect(value).toMatchObject({ status: 'queued', attempts: 0 });
    expect(value.events.length).toBeLessThanOrEqual(40);
  });

  it('report their progress: newer progress replaces older, every failed file is named', async () => {
    const job = await begin();
    const stored = await claimAs('a', job);
    if (!stored) throw new Error('not claimed');
    const held = new HeldJob(stored, clock);
    for (const done of [1, 2, 3]) {
      held.note({ phase: 'read', done, total: 3 });
      await held.tick();
    }
    held.note({ phase: 'chunks', done: 1, total: 1 });
    await held.finish(SUMMARY, [{ kind: 'skipped', path: 'a.bin', reason: 'binary' }]);
    const { events, status, progress } = (await jobs.read('acme', job.id)).value;
    expect({ status, progress }).toEqual({
      status: 'finished',
      progress: { phase: 'chunks', done: 1, total: 1 },
    });
    expect(events.map(({ n, body }) => [n, body.type])).toEqual([
      [1, 'job.started'],
      [4, 'job.progress'],
      [5, 'job.progress'],
      [6, 'job.failed_file'],
      [7, 'job.finished'],
    ]);
  });

  it('are bounded, and so are their events', async () => {
    for (let n = 0; n < MOST_OPEN_JOBS; n++) await begin({ snapshot: `v${n}` });
    await expect(begin({ snapshot: 'one-more' })).rejects.toMatchObject({ code: 'index_job_limit' });
    let job = await begin({}, 'beta');
    for (let n = 0; n < 1_000; n++)
      job = withEvent(job, n, { type: 'job.progress', phase: 'read', done: n, total: 9 });
    expect(job.events).toHaveLength(1);
  });
});
