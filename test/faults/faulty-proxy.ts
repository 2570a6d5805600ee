import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How a slow network passes bytes on: each piece `delayMs` later, give or take `jitterMs`, and no more than `bytesPerSecond`. */
export interface Slowness {
  readonly delayMs: number;
  readonly jitterMs?: number;
  readonly bytesPerSecond?: number;
}

type Direction = 'request' | 'reply';

/** A TCP proxy in front of one server, with the faults of a network. It begins without any. */
export class FaultyProxy {
  /** Connections that were made so far. */
  connections = 0;
  private readonly links = new Set<Link>();
  private slowness: Slowness | null = null;
  private refusing = false;
  private most = Infinity;
  private silent: readonly Direction[] = [];
  private readonly server = createServer((client) => this.accept(client));

  private constructor(
    private target: URL,
    private readonly random: () => number,
  ) {}

  /** @param url of the server, with its port. @param random numbers in 0..1 for the jitter */
  static async start(url: string, random: () => number = Math.random): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(url), random);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The server's URL with the proxy's place in it. */
  get url(): string {
    const { protocol, pathname } = this.target;
    const { port } = this.server.address() as AddressInfo;
    return `${protocol}//127.0.0.1:${port}${pathname === '/' ? '' : pathname}`;
  }

  /** Breaks every connection that is open. */
  cut(): void {
    for (const link of this.links) link.break();
  }

  /** Breaks every connection, and each new one at once. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  /** Breaks at once each connection that is made after so many. */
  refuseBeyond(connections: number): void {
    this.most = connections;
  }

  /** Connections stay open and new ones are taken, but nothing arrives any more: in both directions, or in this one alone. */
  swallow(directions: readonly Direction[] = ['request', 'reply']): void {
    this.silent = directions;
    for (const link of this.links) link.silent = directions;
  }

  /** New connections lead to another server, as when a name is given another address; open ones stay where they are. */
  moveTo(url: string): void {
    this.target = new URL(url);
  }

  slowDown(slowness: Slowness): void {
    this.slowness = slowness;
  }

  /** Breaks each connection, once, after so many bytes of what the server says next on it. */
  cutReplies(bytes: number): void {
    for (const link of this.links) link.replyLeft = bytes;
  }

  /** New connections work again. Those that were swallowed stay as they are: what stood between has forgotten them. */
  heal(): void {
    this.refusing = false;
    this.most = Infinity;
    this.silent = [];
    this.slowness = null;
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    this.connections++;
    if (this.refusing || this.connections > this.most) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(this.target.port), this.target.hostname);
    const link = new Link(client, upstream, (size) => this.lateness(size));
    link.silent = this.silent;
    this.links.add(link);
    client.once('close', () => this.links.delete(link));
  }

  /** Milliseconds that a piece of so many bytes takes: under way, and on the line itself. */
  private lateness(size: number): { readonly delayMs: number; readonly lineMs: number } {
    if (!this.slowness) return { delayMs: 0, lineMs: 0 };
    const { delayMs, jitterMs = 0, bytesPerSecond } = this.slowness;
    return {
      delayMs: Math.max(0, delayMs + jitterMs * (2 * this.random() - 1)),
      lineMs: bytesPerSecond === undefined ? 0 : (1_000 * size) / bytesPerSecond,
    };
  }
}

/** One connection of a client and the one that was made for it to the server. */
class Link {
  silent: readonly Direction[] = [];
  /** Bytes of replies that still pass before the connection breaks. */
  replyLeft = Infinity;

  constructor(
    private readonly client: Socket,
    private readonly upstream: Socket,
    private readonly lateness: (size: number) => { readonly delayMs: number; readonly lineMs: number },
  ) {
    this.pass(client, upstream, 'request');
    this.pass(upstream, client, 'reply');
  }

  break(): void {
    this.client.destroy();
    this.upstream.destroy();
  }

  private pass(from: Socket, to: Socket, direction: Direction): void {
    let freeAt = 0;
    // Pieces stay in their order; timers a fraction of a millisecond apart need not.
    const waiting: (() => void)[] = [];
    const arrive = (then: () => void, size: number): void => {
      const { delayMs, lineMs } = this.lateness(size);
      const now = performance.now();
      freeAt = Math.max(freeAt, now + delayMs) + lineMs;
      if (freeAt <= now && waiting.length === 0) return then();
      waiting.push(then);
      setTimeout(() => waiting.shift()?.(), freeAt - now);
    };
    from.on('error', () => undefined);
    from.once('close', () => to.destroy());
    from.on('end', () => arrive(() => to.end(), 0));
    from.on('data', (chunk: Buffer) => {
      if (!this.silent.includes(direction)) arrive(() => this.write(to, chunk, direction), chunk.length);
    });
  }

  private write(to: Socket, chunk: Buffer, direction: Direction): void {
    if (to.destroyed) return;
    if (direction === 'request') {
      to.write(chunk);
      return;
    }
    const passed = chunk.subarray(0, this.replyLeft);
    this.replyLeft -= passed.length;
    to.write(passed, () => {
      if (this.replyLeft <= 0) this.break();
    });
  }
}
