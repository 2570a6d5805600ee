import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, isAfter, type TurnEvent } from '@quarry/turn';
import type { Redis } from 'ioredis';
import { isTurnId } from '../admission';
import { cursorFrom, isLast, LOG_START } from '../event-id';
import { resetBefore } from '../log-after';
import type { Connections } from './connections';
import { eventFrom, type Entry, type EventHub, type Subscription } from './event-hub';
import type { Keys } from './keys';

const PAGE = 256;
/** Polling interval of a follower that hears nothing, in milliseconds. */
const IDLE_MS = 10_000;

/**
 * The same while events are in the log that were not heard: the server does not let them be published, or a process of
 * an earlier version writes them.
 */
const DEAF_MS = 500;

/** Interval between two attempts while Redis is down, in milliseconds. */
const AWAY_MS = 250;

interface Look {
  /** Null for an unknown turn. */
  readonly status: string | null;
  readonly page: Entry[];
  /** False if the log does not contain the event at the cursor. */
  readonly isThere: boolean;
}

/** The result for a follower that no longer listens. */
const GONE: Look = { status: null, page: [], isThere: true };

/** Reads past events from the stream, then live ones from the hub, and from the stream again if the hub drops some. */
export class EventFollower {
  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly hub: EventHub,
  ) {}

  async *follow(
    turnId: string,
    after: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TurnEvent> {
    if (!isTurnId(turnId)) return;
    let cursor = cursorFrom(after);
    // After a power failure, Redis has lost the event at the cursor. Others replace it.
    let isForgotten = false;
    const tell = function* (event: TurnEvent): Generator<TurnEvent> {
      if (isForgotten && event.body.type !== 'reset') yield resetBefore(event);
      isForgotten = false;
      cursor = event.id;
      yield event;
    };
    let live: Subscription | undefined;
    /** Whether the last wait ended without any event. */
    let wasIdle = false;
    let isDeaf = false;
    try {
      while (!signal?.aborted && !this.hub.isClosed) {
        // Read before the log, on one ordered connection: once a turn has ended, its log is complete.
        const { status, page, isThere } = await (live
          ? this.lookAgain(turnId, cursor, signal)
          : this.look(turnId, cursor));
        if (status === null) return;
        if (!isThere) isForgotten = true;
        for await (const event of this.stored(turnId, page)) {
          if (signal?.aborted) return;
          yield* tell(event);
          if (isLast(event)) return;
        }
        if (status !== 'running') return;
        live ??= this.hub.subscribe(turnId);
        isDeaf ||= wasIdle && page.length > 0;
        let heard = await live.next(isDeaf ? DEAF_MS : IDLE_MS, signal);
        for (; heard && heard.length > 0; heard = await live.next(IDLE_MS, signal)) {
          for (const event of heard) {
            isDeaf = false;
            if (!isAfter(event.id, cursor)) continue;
            if (signal?.aborted) return;
            yield* tell(event);
            if (isLast(event)) return;
          }
        }
        wasIdle = heard !== null;
      }
    } catch (error) {
      // Closing the carrier closes the connection under a reader. That is a normal end.
      if (!this.hub.isClosed) throw error;
    } finally {
      if (live) this.hub.unsubscribe(turnId, live);
    }
  }

  /** The status of the turn, whether the event at the cursor exists, and the next events of its log, in one request. */
  private async look(turnId: string, cursor: string): Promise<Look> {
    const key = this.keys.events(turnId);
    const [status, found, page] = await this.connections.door((redis) =>
      Promise.all([
        redis.hget(this.keys.turn(turnId), 'status'),
        cursor === LOG_START ? null : redis.xrange(key, cursor, cursor),
        this.page(redis, turnId, cursor),
      ]),
    );
    return { status, page, isThere: found?.length !== 0 };
  }

  /** Retries while Redis is down, because connections do not all come back at once. */
  private async lookAgain(turnId: string, cursor: string, signal: AbortSignal | undefined): Promise<Look> {
    const until = performance.now() + IDLE_MS;
    for (;;) {
      try {
        return await this.look(turnId, cursor);
      } catch (error) {
        const mayWait = error instanceof Fault && error.retryable && !this.hub.isClosed;
        if (signal?.aborted) return GONE;
        if (!mayWait || performance.now() > until) throw error;
        await sleep(AWAY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private page(redis: Redis, turnId: string, cursor: string): Promise<Entry[]> {
    return redis.xrange(this.keys.events(turnId), `(${cursor}`, '+', 'COUNT', PAGE);
  }

  private async *stored(turnId: string, first: Entry[]): AsyncGenerator<TurnEvent> {
    for (let page = first; ;) {
      for (const entry of page) yield eventFrom(entry);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      page = await this.connections.door((redis) => this.page(redis, turnId, last[0]));
    }
  }
}
