import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this machine, on every address of it, that nobody should come to. */
export class Honeypot {
  private seen = 0;
  private constructor(private readonly server: Server) {
    // A request may come by a connection that was kept, and a connection may speak anything.
    for (const event of ['connection', 'request']) server.on(event, () => (this.seen += 1));
  }

  static async start(
    answer: RequestListener = (_request, response) => response.end('{}'),
  ): Promise<Honeypot> {
    const server = createServer(answer);
    const honeypot = new Honeypot(server);
    // IPv6 as well where the machine has it.
    await once(server.listen(0, '::'), 'listening').catch(() =>
      once(server.listen(0, '0.0.0.0'), 'listening'),
    );
    return honeypot;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections and requests since it was asked last, whoever made them and whatever they spoke. */
  visits(): number {
    const { seen } = this;
    this.seen = 0;
    return seen;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }
}
