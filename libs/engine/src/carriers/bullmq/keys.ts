import { createHash } from 'node:crypto';

/** Names of the carrier's keys. All share one hash tag, so that one script may use them on a cluster as well. */
export class Keys {
  /** `{quarry:0}`; also BullMQ's prefix. */
  readonly base: string;
  readonly due: string;
  /** Ended turns that are not settled, scored by when they may be handed out. */
  readonly ended: string;
  /** Turns that ended `failed` and were not retried, scored by when they ended. */
  readonly failed: string;

  /** Channel on which cancellations are published. */
  readonly cancelled: string;

  constructor(prefix: string) {
    this.base = `{${prefix}}`;
    this.due = `${this.base}:due`;
    this.ended = `${this.base}:ended`;
    this.failed = `${this.base}:failed`;
    this.cancelled = `${this.base}:cancelled`;
  }

  turn(turnId: string): string {
    return `${this.base}:turn:${turnId}`;
  }

  events(turnId: string): string {
    return `${this.base}:ev:${turnId}`;
  }

  /** Channel on which the events of a turn are published. */
  live(turnId: string): string {
    return `${this.base}:live:${turnId}`;
  }

  idempotency(tenant: string, key: string): string {
    return `${this.base}:idem:${segment(tenant)}:${segment(key)}`;
  }

  recent(tenant: string): string {
    return `${this.base}:recent:${segment(tenant)}`;
  }

  pipeline(ref: string): string {
    return `${this.base}:pipeline:${segment(ref)}`;
  }
}

/** External text as one part of a key: short plain words unchanged, anything else as a digest. */
function segment(text: string): string {
  return /^[\w@.-]{1,80}$/.test(text) ? text : `~${createHash('sha256').update(text).digest('base64url')}`;
}
