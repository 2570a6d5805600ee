import { createHash } from 'node:crypto';
import { STORED, type IndexShape } from '@quarry/elasticsearch';
import type { StoredRecord } from '../port';

/** One record, hence one atomic write. */
export interface RecordDocument {
  readonly collection: string;
  /** Digest of the tenant's name. */
  readonly tenant: string;
  /** Id of the record, which orders records of the same time in lists. */
  readonly record: string;
  readonly revision: number;
  readonly created_at: number;
  readonly tag: string | null;
  /** Tenant and value, as JSON. */
  readonly body: string;
}

export const RECORD_SHAPE: IndexShape = {
  name: 'records',
  what: 'the records',
  format: 1,
  properties: {
    collection: { type: 'keyword' },
    tenant: { type: 'keyword' },
    record: { type: 'keyword' },
    revision: { type: 'long', index: false },
    created_at: { type: 'long' },
    tag: { type: 'keyword' },
    body: STORED,
  },
};

/** Ids contain collection and tenant, and have a fixed length for any names. */
export function documentId(collection: string, tenant: string, id: string): string {
  return digest([collection, tenant, id]);
}

export function tenantKey(tenant: string): string {
  return digest([tenant]);
}

export function documentOf(record: StoredRecord, createdAt: number): RecordDocument {
  const { collection, tenant, id, revision, tag, value } = record;
  return {
    collection,
    tenant: tenantKey(tenant),
    record: id,
    revision,
    created_at: createdAt,
    tag,
    body: JSON.stringify({ tenant, value }),
  };
}

export function recordOf<T>(document: RecordDocument): StoredRecord<T> {
  const { collection, record: id, revision, created_at: createdAt, tag, body } = document;
  const { tenant, value } = JSON.parse(body) as { tenant: string; value: T };
  return { collection, tenant, id, revision, createdAt, tag, value };
}

function digest(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 24).toString('base64url');
}
