import { Fault } from '@quarry/turn';

/** What a server says of a request, or of one item of it, that it did not do. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
}

/** Cause of a fault: what the server said. The client's own error is left behind, since it carries the whole request. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.status} ${refusal.type}: ${refusal.reason}`);
    this.name = 'Refused';
  }
}

/** What the server said of the request that a fault is about; null where it said nothing. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof Fault && error.cause instanceof Refused ? error.cause.refusal : null;
}

/** A refusal as it stands in a response. The innermost cause tells most. */
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

/** The index, or the alias that stands for it, is not there. */
export function isMissingIndex({ type, reason }: Refusal): boolean {
  // What `require_alias` says where the alias is gone has the same type.
  return type === 'index_not_found_exception' || reason.includes('no such index');
}

/** Closed for writing, as while another process builds the index anew, or where the disk is full. */
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
