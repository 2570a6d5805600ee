import { Fault } from '@quarry/turn';

/** A server's reason for rejecting a request, or one item of it. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
}

/** Cause of a fault: the server's reason. The client's own error is dropped, because it contains the whole request. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.status} ${refusal.type}: ${refusal.reason}`);
    this.name = 'Refused';
  }
}

/** The server's rejection behind a fault; null if the server did not respond. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof Fault && error.cause instanceof Refused ? error.cause.refusal : null;
}

/** Parses a rejection in a response. The innermost cause is the most specific. */
export function readRefusal(status: number, error: unknown): Refusal {
  const { type, reason, root_cause: roots, caused_by: cause, failed_shards: shards } = asObject(error);
  const deeper = [...asArray(shards).map((shard) => asObject(shard)['reason']), ...asArray(roots), cause]
    .filter((one) => typeof one === 'object' && one !== null)
    .map((one) => readRefusal(status, one).reason)
    .find((inner) => inner !== '' && inner !== reason);
  return {
    status,
    type: typeof type === 'string' ? type : '',
    reason: joined(typeof reason === 'string' ? reason : '', deeper),
  };
}

/** The index, or its alias, does not exist. */
export function isMissingIndex({ type, reason }: Refusal): boolean {
  // The error of `require_alias` for a missing alias has the same type.
  return type === 'index_not_found_exception' || reason.includes('no such index');
}

/** Read-only, as while another process rebuilds the index, or if the disk is full. */
export function isBlocked({ type }: Refusal): boolean {
  return type === 'cluster_block_exception';
}

function joined(own: string, deeper: string | undefined): string {
  if (deeper === undefined || own.includes(deeper)) return own;
  return own === '' ? deeper : `${own} (${deeper})`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
