import { createHash } from 'node:crypto';
import { STORED, type IndexShape } from '@quarry/elasticsearch';
import { TOTALLED, type TotalledFields } from './totals';

/**
 * What lists are made of. A turn that was deleted stays as a document without contents, under the same id, so that nobody saves it again. Names that
 * come from outside are kept as digests: they are only compared.
 */
export interface HeadDocument extends TotalledFields {
  readonly kind: 'head' | 'deleted';
  /** Digest of the tenant's name. */
  readonly tenant: string;
  readonly id: string;
  /** When it was asked, or deleted; milliseconds since the epoch. */
  readonly at: number;
  readonly session?: string;
  readonly pipeline?: string;
  readonly outcome?: string;
  readonly rule?: string;
  readonly repository?: string;
  readonly key?: string;
  readonly words?: string;
  readonly content?: string;
}

/** A whole turn, or a prompt: compressed JSON in base64. Apart from the heads, which lists read by the dozen. */
export interface ContentDocument {
  readonly kind: 'body' | 'prompt';
  readonly tenant: string;
  readonly at: number;
  /** Id of the head's document. */
  readonly turn: string;
  readonly content: string;
}

export type ArchiveDocument = HeadDocument | ContentDocument;

export const ARCHIVE_SHAPE: IndexShape = {
  name: 'turns',
  what: 'the archive of turns',
  format: 1,
  properties: {
    kind: { type: 'keyword' },
    tenant: { type: 'keyword' },
    id: { type: 'keyword' },
    at: { type: 'long' },
    turn: { type: 'keyword' },
    session: { type: 'keyword' },
    pipeline: { type: 'keyword' },
    outcome: { type: 'keyword' },
    rule: { type: 'keyword' },
    repository: { type: 'keyword' },
    key: { type: 'keyword' },
    ...TOTALLED,
    // Words are normalised by `words.ts`: the server is not to have an opinion of its own.
    words: { type: 'text', analyzer: 'whitespace', norms: false },
    content: STORED,
  },
};

/** Ids name the tenant, and are of one length whatever the names hold. */
export function headId(tenant: string, turn: string): string {
  return `t${digest(tenant, turn)}`;
}

export function bodyId(tenant: string, turn: string): string {
  return `b${digest(tenant, turn)}`;
}

export function promptId(tenant: string, turn: string, step: string, hash: string): string {
  return `p${digest(tenant, turn, step, hash)}`;
}

/** Of one length whatever the names hold. */
export function digest(...names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 24).toString('base64url');
}
