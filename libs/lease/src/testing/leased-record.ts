import { randomUUID } from 'node:crypto';
import type { RecordStore } from '@quarry/record-store';
import type { Leased } from '../lease';
import { recordReader } from '../record-snapshot';
import type { LeaseFixture } from './conformance';

interface Counted extends Leased {
  readonly count: number;
}

/** A new record for the conformance suite. */
export async function leasedRecord(records: RecordStore): Promise<LeaseFixture<Counted>> {
  const key = { collection: 'leased', tenant: 'acme', id: randomUUID() };
  await records.save({ ...key, revision: 1, createdAt: 0, tag: 'open', value: { count: 0, lease: null } });
  return {
    read: recordReader<Counted>(records, key, () => 'open'),
    withCount: (value, count) => ({ ...value, count }),
    countOf: ({ count }) => count,
    remove: () => records.delete(key.collection, key.tenant, key.id),
  };
}
