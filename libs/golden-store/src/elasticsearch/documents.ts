import { createHash } from 'node:crypto';
import { STORED, type IndexShape } from '@quarry/elasticsearch';
import type { Stored } from '../stored';

/** A set or a run. One document each, hence one atomic write. */
export interface GoldenDocument extends Stored {
  readonly kind: 'set' | 'run';
  /** Digest of the tenant's name. */
  readonly tenant: string;
  /** Id of the set. */
  readonly set: string;
  /** Revision of the set, or version of the run. */
  readonly version: number;
  readonly created_at: number;
  /** True for a run that has not ended, and for a set with a schedule. */
  readonly pending: boolean;
}

export const GOLDEN_SHAPE: IndexShape = {
  name: 'golden',
  what: 'the golden sets',
  format: 1,
  properties: {
    kind: { type: 'keyword' },
    tenant: { type: 'keyword' },
    set: { type: 'keyword' },
    version: { type: 'long', index: false },
    created_at: { type: 'long' },
    pending: { type: 'boolean' },
    head: STORED,
    body: STORED,
  },
};

/** Ids include the tenant, and have one length for all names. */
export function setDocumentId(tenant: string, name: string): string {
  return `s${digest([tenant, name])}`;
}

export function runDocumentId(tenant: string, run: string): string {
  return `r${digest([tenant, run])}`;
}

export function tenantKey(tenant: string): string {
  return digest([tenant]);
}

function digest(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 24).toString('base64url');
}
