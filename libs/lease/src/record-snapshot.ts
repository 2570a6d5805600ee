import type { RecordStore, StoredRecord } from '@quarry/record-store';
import type { Read, Snapshot } from './lease';

/** The tag that a document is saved with. */
type TagOf<T> = (value: T) => string | null;

/**
 * A record of a record store as a snapshot: saved only if its revision is still the one that was read.
 *
 * @example
 * const record = await records.get<Job>('index_job', 'acme', id);
 * const held = record && (await takeLease({ snapshot: recordSnapshot(records, record, tagOf), read, begin }, terms));
 */
export function recordSnapshot<T>(
  records: RecordStore,
  record: StoredRecord<T>,
  tagOf: TagOf<T>,
): Snapshot<T> {
  return {
    value: record.value,
    save: async (value) => {
      const next = { ...record, revision: record.revision + 1, tag: tagOf(value), value };
      return (await records.save(next)) ? recordSnapshot(records, next, tagOf) : null;
    },
  };
}

/** Reads one record as a snapshot. */
export function recordReader<T>(
  records: RecordStore,
  { collection, tenant, id }: Pick<StoredRecord, 'collection' | 'tenant' | 'id'>,
  tagOf: TagOf<T>,
): Read<T> {
  return async () => {
    const record = await records.get<T>(collection, tenant, id);
    return record && recordSnapshot(records, record, tagOf);
  };
}
