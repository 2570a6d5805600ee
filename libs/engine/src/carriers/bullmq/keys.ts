import { createHash } from 'node:crypto';

/** Names of the carrier's keys. All of them share one hash tag, so that one script may touch them on a cluster, too. */
export class Keys {
  /** `{quarry:0}`; also BullMQ's prefix. */
  readonly base: string;
  readonly due: string;
  /** Turns that ended and are still to be dealt with, by when they may be handed out. */
  readonly ended: string;
  /** Turns that ended `failed` and were not asked again, by when they ended. */
  readonly failed: string;

  /** Channel by which processes hear of turns that are asked to end. */
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

/** Text from outside as one part of a key: short plain words as they are, anything else by its digest. */
function segment(text: string): string {
  return /^[\w@.-]{1,80}$/.test(text) ? text : `~${createHash('sha256').update(text).digest('base64url')}`;
}
