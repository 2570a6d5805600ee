import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on all addresses of this machine that must receive no request. */
export class Honeypot {
  private seen = 0;
  private constructor(private readonly server: Server) {
    // Requests can arrive over a kept connection, and a connection can carry any protocol.
    for (const event of ['connection', 'request']) server.on(event, () => (this.seen += 1));
  }

  static async start(
    answer: RequestListener = (_request, response) => response.end('{}'),
  ): Promise<Honeypot> {
    const server = createServer(answer);
    const honeypot = new Honeypot(server);
    // Also IPv6 if the machine has it.
    await once(server.listen(0, '::'), 'listening').catch(() =>
      once(server.listen(0, '0.0.0.0'), 'listening'),
    );
    return honeypot;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections and requests since the last call, of any origin and protocol. */
  visits(): number {
    const { seen } = this;
    this.seen = 0;
    return seen;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }
}
