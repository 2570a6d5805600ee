import { Fault } from '@quarry/turn';
import type { NewDocument } from './documents';
import type { Snapshot } from './snapshot';

/** Revision of a document when it was read, for writes that must not overwrite a later one. */
export interface Revision {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** Precondition. A revision: the document is unchanged since then. Null: it does not exist. Absent: none. */
export type Operation =
  | { readonly kind: 'put'; readonly document: NewDocument; readonly after?: Revision | null }
  | { readonly kind: 'delete'; readonly id: string; readonly after?: Revision };

/** `conflict`: not executed, because the precondition `after` failed. */
export type Outcome = { readonly kind: 'done'; readonly revision: Revision } | { readonly kind: 'conflict' };

/**
 * Bytes of one request: large enough to be fast, small enough for a small server, and far below its limit of 100 MB.
 */
const REQUEST = { items: 500, bytes: 4_000_000 };
/** No server accepts a larger document. */
const LARGEST_DOCUMENT = 90_000_000;
/** A serialized operation, and its index among the outcomes. */
export interface Item {
  readonly operation: Operation;
  readonly lines: string;
  readonly at: number;
}

/** @throws Fault `bad_request` for a document that no server accepts */
export function linesOf(operation: Operation, snapshot: Snapshot): string {
  const { after } = operation;
  const condition = after ? { if_seq_no: after.seqNo, if_primary_term: after.primaryTerm } : {};
  if (operation.kind === 'delete')
    return `${JSON.stringify({ delete: { _id: operation.id, ...condition } })}\n`;
  const { id, json, label } = operation.document;
  const lines = `${JSON.stringify({ [after === null ? 'create' : 'index']: { _id: id, ...condition } })}\n${json}\n`;
  if (lines.length <= LARGEST_DOCUMENT) return lines;
  throw tooLarge(label, lines.length, snapshot);
}

/** Splits the operations into requests of bounded size, in order. */
export function split(items: readonly Item[]): Item[][] {
  const requests: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(item.lines);
    const last = requests.at(-1);
    if (!last || last.length >= REQUEST.items || bytes + size > REQUEST.bytes) {
      requests.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return requests;
}

export function tooLarge(label: string, size: number, snapshot: Snapshot): Fault {
  return new Fault(
    'bad_request',
    `${snapshot.name}: ${label} is too large for Elasticsearch at ${snapshot.server.address.place} (${(size / 1e6).toFixed(1)} MB). ` +
      'Leave its file out of the index, or raise http.max_content_length of the server.',
  );
}
