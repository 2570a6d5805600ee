import type { TurnEvent, TurnEventBody } from '@quarry/turn';
import type { Connections } from './connections';
import type { Keys } from './keys';

/** Buffered events per slow follower. One that falls further behind reads them from the stream again. */
const BUFFER = 512;
/** Interval of a sign of life from the server, in milliseconds. */
const PING_MS = 5_000;

/** A stream entry in Redis's format. */
export type Entry = [id: string, fields: string[]];

export function eventFrom([id, fields]: Entry): TurnEvent {
  const at = fields[fields.indexOf('at') + 1];
  const body = fields[fields.indexOf('b') + 1];
  return { id, at: Number(at), body: JSON.parse(body ?? 'null') as TurnEventBody };
}

/** An event as a script publishes it: `ID TIME BODY`. */
function eventIn(message: string): TurnEvent {
  const [id = '', at] = message.split(' ', 2);
  const body = message.slice(id.length + (at?.length ?? 0) + 2);
  return { id, at: Number(at), body: JSON.parse(body) as TurnEventBody };
}

/** One follower's view of a stream: what arrived since its last read, or a gap to read from the stream. */
export class Subscription {
  private events: TurnEvent[] = [];
  private gap = false;
  private listens = false;
  private wake: () => void = () => undefined;

  /** Takes events from now on; those before are a gap. */
  listen(): void {
    this.listens = true;
    this.lose();
  }

  /** Takes no events until it listens again: some would be missing before them. */
  pause(): void {
    this.listens = false;
  }

  push(event: TurnEvent): void {
    if (!this.listens) return;
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

  /**
   * Waits until something arrives, until the signal, or for `ms`.
   * @returns the arrived events, in order; null if some must be read from the stream
   */
  async next(ms: number, signal: AbortSignal | undefined): Promise<readonly TurnEvent[] | null> {
    if (this.events.length === 0 && !this.gap) await this.wait(ms, signal);
    const events = this.gap ? null : this.events;
    this.events = [];
    this.gap = false;
    return events;
  }

  close(): void {
    this.wake();
  }

  private wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
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
}

/**
 * Hears the events of any number of turns over one connection: scripts publish each event that they add to a log on the
 * channel of its turn. What is published while nothing listens is lost, so that a follower reads the log once after it
 * began to listen, after the connection was lost, and now and then.
 */
export class EventHub {
  private readonly channels = new Map<string, Set<Subscription>>();
  private pings: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly connections: Pick<Connections, 'hub' | 'heard'>,
    private readonly keys: Pick<Keys, 'live'>,
  ) {
    const { hub } = connections;
    hub.on('message', (channel, message) => this.pass(channel, message));
    let wasAway = false;
    hub.on('close', () => {
      wasAway = true;
      for (const subscription of this.subscriptions()) subscription.pause();
    });
    hub.on('ready', () => {
      if (wasAway) void this.listen([...this.channels.keys()], this.subscriptions());
      wasAway = false;
    });
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Follows a turn. Once it hears the turn's events, the subscription has a gap: what happened before. */
  subscribe(turnId: string): Subscription {
    const channel = this.keys.live(turnId);
    const subscription = new Subscription();
    if (this.closed) {
      subscription.lose();
      return subscription;
    }
    const followers = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, followers.add(subscription));
    this.pings ??= setInterval(() => void this.ping(), PING_MS).unref();
    void this.listen([channel], [subscription]);
    return subscription;
  }

  unsubscribe(turnId: string, subscription: Subscription): void {
    const channel = this.keys.live(turnId);
    const followers = this.channels.get(channel);
    followers?.delete(subscription);
    if (followers?.size !== 0) return;
    this.channels.delete(channel);
    // A connection that is down has forgotten the channel.
    this.connections.hub.unsubscribe(channel).catch(() => undefined);
  }

  /** Ends every follower. */
  close(): void {
    this.closed = true;
    clearInterval(this.pings);
    for (const subscription of this.subscriptions()) subscription.close();
    this.channels.clear();
  }

  private subscriptions(): readonly Subscription[] {
    return [...this.channels.values()].flatMap((followers) => [...followers]);
  }

  private async listen(channels: readonly string[], subscriptions: readonly Subscription[]): Promise<void> {
    if (channels.length === 0) return;
    const { hub } = this.connections;
    try {
      await this.connections.heard(hub, hub.subscribe(...channels));
    } catch {
      // The connection was lost and comes back, or the server refuses the command: followers poll instead.
      return;
    }
    for (const subscription of subscriptions) subscription.listen();
  }

  private pass(channel: string, message: string): void {
    const followers = this.channels.get(channel);
    if (!followers) return;
    const event = eventIn(message);
    for (const follower of followers) follower.push(event);
  }

  /** A server that does not answer is connected to again. */
  private async ping(): Promise<void> {
    const { hub } = this.connections;
    if (this.channels.size > 0) await this.connections.heard(hub, hub.ping()).catch(() => undefined);
  }
}
