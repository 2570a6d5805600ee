import { createHash } from 'node:crypto';
import { STORED, type IndexShape } from '@quarry/elasticsearch';
import type { PassageState } from '@quarry/turn';
import type { KeptCitation, TurnName } from '../citation';
import { TOTALLED, type TotalledFields } from './totals';

/**
 * The head of a turn, from which lists are built. A deleted turn stays as a document without contents, under the same
 * id, so that it cannot be saved again. External names are stored as digests, because they are only compared.
 */
export interface HeadDocument extends TotalledFields {
  readonly kind: 'head' | 'deleted';
  /** Digest of the tenant's name. */
  readonly tenant: string;
  readonly id: string;
  /** Time of the question, or of the deletion; milliseconds since the epoch. */
  readonly at: number;
  readonly session?: string;
  readonly pipeline?: string;
  readonly outcome?: string;
  readonly rule?: string;
  readonly repository?: string | readonly string[];
  readonly key?: string;
  readonly words?: string;
  readonly content?: string;
  /** Whether its citations are stored; absent in documents of an earlier Quarry. */
  readonly cited?: boolean;
  /** The worst state of its citations. */
  readonly staleness?: PassageState;
}

/** A whole turn, or a prompt: compressed JSON in base64. Separate from the heads, which lists read by the dozen. */
export interface ContentDocument {
  readonly kind: 'body' | 'prompt';
  readonly tenant: string;
  readonly at: number;
  /** Id of the head's document. */
  readonly turn: string;
  readonly content: string;
}

/** A citation: an entry of the index from files to turns. */
export interface CitationDocument {
  readonly kind: 'citation';
  readonly tenant: string;
  readonly at: number;
  /** Id of the head's document. */
  readonly turn: string;
  readonly repository: string;
  /** A `seenText`. */
  readonly seen: string;
  readonly compared: boolean;
  /** JSON of its {@link CitationContent}. */
  readonly content: string;
}

/** What is only read: names in plain text, and what was decided. */
export interface CitationContent extends TurnName, Pick<KeptCitation, 'n' | 'repository' | 'state'> {}

export type ArchiveDocument = HeadDocument | ContentDocument | CitationDocument;

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
    // `words.ts` normalizes words: the server's analyzer must not change them.
    words: { type: 'text', analyzer: 'whitespace', norms: false },
    content: STORED,
    cited: { type: 'boolean' },
    staleness: { type: 'keyword' },
    seen: { type: 'keyword', ignore_above: 8_000 },
    compared: { type: 'boolean' },
  },
};

/** Ids contain the tenant, and have a fixed length for any names. */
export function headId(tenant: string, turn: string): string {
  return `t${digest(tenant, turn)}`;
}

export function bodyId(tenant: string, turn: string): string {
  return `b${digest(tenant, turn)}`;
}

export function promptId(tenant: string, turn: string, step: string, hash: string): string {
  return `p${digest(tenant, turn, step, hash)}`;
}

export function citationId(tenant: string, turn: string, n: number): string {
  return `c${digest(tenant, turn, String(n))}`;
}

/** A fixed length for any names. */
export function digest(...names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 24).toString('base64url');
}
