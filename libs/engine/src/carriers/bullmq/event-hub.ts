import { isAfter, type TurnEvent, type TurnEventBody } from '@quarry/turn';
import type { Connections } from './connections';
import type { Keys } from './keys';

const BLOCK_MS = 5_000;
const BATCH = 256;
/** Buffered events per slow follower. One that falls further behind reads them from the stream again. */
const BUFFER = 512;
/** Pause between two kicks; doubles up to {@link RETRY_MS} while the server does not answer. */
const KICK_MS = 5;
const RETRY_MS = 500;

/** A stream entry in Redis's format. */
export type Entry = [id: string, fields: string[]];

export function eventFrom([id, fields]: Entry): TurnEvent {
  const at = fields[fields.indexOf('at') + 1];
  const body = fields[fields.indexOf('b') + 1];
  return { id, at: Number(at), body: JSON.parse(body ?? 'null') as TurnEventBody };
}

/** One follower's view of a stream: what arrived since its last read, or a gap to read from the stream. */
export class Subscription {
  private events: TurnEvent[] = [];
  private gap = false;
  private wake: () => void = () => undefined;

  push(event: TurnEvent): void {
    if (!this.gap) this.events.push(event);
    if (this.events.length > BUFFER) this.lose();
    else this.wake();
  }

  /** Makes the follower read from the stream itself. */
  lose(): void {
    this.events = [];
    this.gap = true;
    this.wake();
  }

  /** Arrived events, in order; null if some must be read from the stream. */
  take(): TurnEvent[] | null {
    const events = this.gap ? null : this.events;
    this.events = [];
    this.gap = false;
    return events;
  }

  /** Resolves when something arrives, at the signal, or after `ms`. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.isIdle || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      timer.unref();
      signal?.addEventListener('abort', done, { once: true });
      this.wake = done;
    });
  }

  get isIdle(): boolean {
    return this.events.length === 0 && !this.gap;
  }

  close(): void {
    this.wake();
  }
}

interface Stream {
  /** Last id that was read. */
  cursor: string;
  readonly followers: Set<Subscription>;
}

/** Follows any number of turns' streams over one blocking connection. */
export class EventHub {
  private readonly streams = new Map<string, Stream>();
  /** Keys that the read in progress waits for, and the id after which each continues. */
  private reading: ReadonlyMap<string, string> | undefined;
  private clientId: number | undefined;
  private wasAway = false;
  private running = false;
  /** The read that is being interrupted. */
  private kicked: ReadonlyMap<string, string> | undefined;
  private closed = false;

  constructor(
    private readonly connections: Pick<Connections, 'hub' | 'heard' | 'door'>,
    private readonly keys: Pick<Keys, 'events'>,
  ) {
    connections.hub.on('close', () => {
      this.clientId = undefined;
      this.wasAway = true;
    });
    connections.hub.on('ready', () => {
      // After a power failure, Redis may have lost what was read: followers check that.
      if (this.wasAway)
        for (const { followers } of this.streams.values()) for (const one of followers) one.lose();
      this.wasAway = false;
    });
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Follows a turn from an event id on. */
  subscribe(turnId: string, cursor: string): Subscription {
    const key = this.keys.events(turnId);
    const subscription = new Subscription();
    if (this.closed) {
      subscription.lose();
      return subscription;
    }
    const stream = this.streams.get(key) ?? { cursor, followers: new Set() };
    if (isAfter(stream.cursor, cursor)) stream.cursor = cursor;
    stream.followers.add(subscription);
    this.streams.set(key, stream);
    if (!this.running) void this.loop();
    else void this.kick();
    return subscription;
  }

  unsubscribe(turnId: string, subscription: Subscription): void {
    const key = this.keys.events(turnId);
    const stream = this.streams.get(key);
    stream?.followers.delete(subscription);
    if (stream?.followers.size === 0) this.streams.delete(key);
  }

  /** Ends every follower. */
  close(): void {
    this.closed = true;
    for (const { followers } of this.streams.values()) for (const follower of followers) follower.close();
    this.streams.clear();
  }

  private async loop(): Promise<void> {
    this.running = true;
    while (this.streams.size > 0 && !this.closed) {
      try {
        await this.read();
      } catch {
        // The connection was closed permanently, or the server refuses the command: followers poll instead.
        await pause(RETRY_MS);
      }
    }
    this.running = false;
  }

  private async read(): Promise<void> {
    const redis = this.connections.hub;
    this.clientId ??= await this.connections.heard(redis, redis.client('ID'));
    const reading = new Map([...this.streams].map(([key, { cursor }]) => [key, cursor]));
    if (reading.size === 0) return;
    this.reading = reading;
    try {
      const streams = [...reading.keys(), ...reading.values()];
      const read = redis.xread('COUNT', BATCH, 'BLOCK', BLOCK_MS, 'STREAMS', ...streams);
      const reply = await this.connections.heard(redis, read, BLOCK_MS);
      for (const [key, entries] of reply ?? []) this.pass(key, reading.get(key), entries);
    } finally {
      this.reading = undefined;
    }
  }

  /** @param after the id after which the read started */
  private pass(key: string, after: string | undefined, entries: Entry[]): void {
    const stream = this.streams.get(key);
    if (!stream) return;
    if (isBefore(stream, after)) for (const follower of stream.followers) follower.lose();
    for (const entry of entries) {
      const event = eventFrom(entry);
      stream.cursor = event.id;
      for (const follower of stream.followers) follower.push(event);
    }
  }

  /**
   * Interrupts the read in progress if it does not wait for all streams. The read may still be on its way to the
   * server, where UNBLOCK does not find it, so the interrupt is repeated until that read has ended. Only that one:
   * under constant change, every following read would soon need an interrupt as well.
   */
  private async kick(): Promise<void> {
    const { reading } = this;
    if (reading === undefined || this.kicked === reading) return;
    this.kicked = reading;
    for (
      let ms = KICK_MS;
      this.reading === reading && this.isStale(reading);
      ms = Math.min(ms * 2, RETRY_MS)
    ) {
      const id = this.clientId;
      if (id !== undefined) {
        await this.connections.door((redis) => redis.client('UNBLOCK', id)).catch(() => undefined);
      }
      await pause(ms);
    }
    if (this.kicked === reading) this.kicked = undefined;
  }

  private isStale(reading: ReadonlyMap<string, string>): boolean {
    return [...this.streams].some(([key, stream]) => !reading.has(key) || isBefore(stream, reading.get(key)));
  }
}

/**
 * True if a stream is followed from an earlier id than that of a read. A stream that Redis lost in a power failure
 * starts again with the same ids.
 */
function isBefore({ cursor }: Stream, after: string | undefined): boolean {
  return after !== undefined && isAfter(after, cursor);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
