import { isAfter, type TurnEvent } from '@quarry/turn';
import { isTurnId } from '../admission';
import { cursorFrom, isLast } from '../event-id';
import type { Connections } from './connections';
import { eventFrom, type EventHub, type Subscription } from './event-hub';
import type { Keys } from './keys';

const PAGE = 256;
/** A follower that hears nothing looks at the turn itself now and then, in milliseconds. */
const IDLE_MS = 10_000;

/** Catch-up from the stream, then live from the hub, and from the stream again wherever the hub had to let go. */
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
    let live: Subscription | undefined;
    try {
      while (!signal?.aborted && !this.hub.isClosed) {
        // Asked before the log is read: once a turn has ended, its log is complete.
        const status = await this.connections.door((redis) => redis.hget(this.keys.turn(turnId), 'status'));
        if (status === null) return;
        for await (const event of this.stored(turnId, cursor)) {
          if (signal?.aborted) return;
          cursor = event.id;
          yield event;
          if (isLast(event)) return;
        }
        if (status !== 'running') return;
        live ??= this.hub.subscribe(turnId, cursor);
        for await (const event of heard(live, signal)) {
          if (!isAfter(event.id, cursor)) continue;
          if (signal?.aborted) return;
          cursor = event.id;
          yield event;
          if (isLast(event)) return;
        }
      }
    } catch (error) {
      // Closing the carrier takes the connection away from whoever reads just now; that is an end like any other.
      if (!this.hub.isClosed) throw error;
    } finally {
      if (live) this.hub.unsubscribe(turnId, live);
    }
  }

  private async *stored(turnId: string, cursor: string): AsyncGenerator<TurnEvent> {
    for (let from = cursor; ;) {
      const start = `(${from}`;
      const page = await this.connections.door((redis) =>
        redis.xrange(this.keys.events(turnId), start, '+', 'COUNT', PAGE),
      );
      for (const entry of page) yield eventFrom(entry);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      from = last[0];
    }
  }
}

/** Events that the hub passes on, until it had to let go or nothing came for a while. */
async function* heard(live: Subscription, signal: AbortSignal | undefined): AsyncGenerator<TurnEvent> {
  for (;;) {
    const events = live.take();
    if (events === null) return;
    yield* events;
    if (events.length > 0) continue;
    await live.wait(IDLE_MS, signal);
    if (live.isIdle) return;
  }
}
