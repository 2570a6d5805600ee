import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A slow network: delays each piece by `delayMs` ± `jitterMs`, and passes at most `bytesPerSecond`. */
export interface Slowness {
  readonly delayMs: number;
  readonly jitterMs?: number;
  readonly bytesPerSecond?: number;
}

type Direction = 'request' | 'reply';

/** A TCP proxy in front of one server that simulates faults of a network; initially none. */
export class FaultyProxy {
  /** Connections so far. */
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

  /** The server's URL with the proxy's address. */
  get url(): string {
    const { protocol, pathname } = this.target;
    const { port } = this.server.address() as AddressInfo;
    return `${protocol}//127.0.0.1:${port}${pathname === '/' ? '' : pathname}`;
  }

  /** Breaks every open connection. */
  cut(): void {
    for (const link of this.links) link.break();
  }

  /** Breaks every connection, and each new one at once. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  /** Breaks each connection at once after this many. */
  refuseBeyond(connections: number): void {
    this.most = connections;
  }

  /** Connections stay open and new ones are accepted, but no data arrives, in both directions or only in this one. */
  swallow(directions: readonly Direction[] = ['request', 'reply']): void {
    this.silent = directions;
    for (const link of this.links) link.silent = directions;
  }

  /** New connections lead to another server, like after a DNS change. Open ones stay. */
  moveTo(url: string): void {
    this.target = new URL(url);
  }

  slowDown(slowness: Slowness): void {
    this.slowness = slowness;
  }

  /** Breaks each connection, once, after this many bytes of the server's next reply. */
  cutReplies(bytes: number): void {
    for (const link of this.links) link.replyLeft = bytes;
  }

  /** New connections work again. Swallowed ones stay broken, because the network has forgotten them. */
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

  /** Milliseconds for a piece of this many bytes: latency and transfer time. */
  private lateness(size: number): { readonly delayMs: number; readonly lineMs: number } {
    if (!this.slowness) return { delayMs: 0, lineMs: 0 };
    const { delayMs, jitterMs = 0, bytesPerSecond } = this.slowness;
    return {
      delayMs: Math.max(0, delayMs + jitterMs * (2 * this.random() - 1)),
      lineMs: bytesPerSecond === undefined ? 0 : (1_000 * size) / bytesPerSecond,
    };
  }
}

/** A client's connection, and the corresponding one to the server. */
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
    // Pieces stay in order; timers a fraction of a millisecond apart may not.
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
