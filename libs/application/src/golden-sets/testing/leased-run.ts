import { randomUUID } from 'node:crypto';
import type { GoldenRun, GoldenStore } from '@quarry/golden-store';
import type { LeaseFixture } from '@quarry/lease/testing';
import { runReader } from '../run-reader';

export const QUEUED: GoldenRun = {
  ...{ tenant: 'acme', id: 'r1', setId: 's1', setName: 'faq', setRevision: 1, pipelines: ['code@1'] },
  ...{ trigger: 'request', status: 'queued', reason: null, createdAt: 0, startedAt: null, endedAt: null },
  ...{ done: 0, total: 1, version: 1, lease: null, claims: 0, summary: [], questions: [], rows: [] },
};

/** A new run for the conformance suite of leases. */
export async function leasedRun(store: GoldenStore): Promise<LeaseFixture<GoldenRun>> {
  const run = { ...QUEUED, id: randomUUID() };
  await store.saveRun(run);
  return {
    read: runReader(store, run),
    withCount: (value, done) => ({ ...value, done }),
    countOf: ({ done }) => done,
    remove: () => store.deleteRun(run.tenant, run.id),
  };
}
