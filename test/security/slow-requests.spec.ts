import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TurnDto } from '@quarry/gateway';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { counted } from './families';

const QUESTION = 'What happens to stock when an invoice is cancelled?';
const START = 'POST /v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
/** Clients that each way sends. */
const EACH = 40;

/** What each of them sends first, and then again and again, never the end of it. */
const WAYS: Readonly<Record<string, readonly [first: string, again: string]>> = {
  'headers that never end': [START, 'X-A: b\r\n'],
  'one header that never ends': [`${START}X-A: `, 'b'],
  'a body that never ends': [`${START}Content-Length: 100000\r\n\r\n{"question":"`, 'a'],
  'chunks that never end': [`${START}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
  'nothing after a length': [`${START}Content-Length: 10\r\n\r\n`, ''],
  'a request line that never ends': ['GET /v1/', 'a'],
  'nothing at all': ['', ''],
};

/** The part of Node's server that says how often it looks for slow requests. */
interface Looking {
  connectionsCheckingInterval: number;
}

describe('T12: requests that never come to an end', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let server: Server;
  const clients: {
    readonly way: string;
    readonly socket: Socket;
    said: string;
    readonly closed: Promise<unknown>;
  }[] = [];

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir, { rateLimit: 0 });
    server = gateway.app.getHttpServer() as Server;
  });
  afterAll(async () => {
    for (const { socket } of clients) socket.destroy();
    await gateway.close();
    await fixture.remove();
  });

  it('have a minute, and their headers 20 s', () => {
    expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 60_000 });
  });

  it('keep nobody else from being answered, and are cut off with 408', async () => {
    const { hostname, port } = new URL(gateway.url);
    let limits = {};
    for (const [way, [first]] of Object.entries(WAYS))
      for (let n = 0; n < EACH; n++) {
        const socket = connect(Number(port), hostname);
        const client = {
          way,
          socket,
          said: '',
          closed: new Promise((resolve) => socket.once('close', resolve)),
        };
        socket.setEncoding('latin1').on('data', (text: string) => (client.said += text));
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(first);
        clients.push(client);
      }
    const drip = setInterval(() => {
      for (const { way, socket } of clients) if (socket.writable) socket.write(WAYS[way]?.[1] ?? '');
    }, 50);
    try {
      const body = { question: QUESTION, wait: true };
      const { status, body: turn } = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body });
      expect({ status, outcome: turn.outcome }).toEqual({ status: 200, outcome: 'answered' });
      expect(clients.filter(({ socket }) => !socket.destroyed)).toHaveLength(clients.length);
      limits = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
      // The same limits, come sooner: Node takes up its looking anew when a server begins to listen.
      Object.assign<Server, Looking & Partial<Server>>(server, {
        ...{ headersTimeout: 500, requestTimeout: 1_000, connectionsCheckingInterval: 100 },
      });
      server.emit('listening');
      await Promise.all(clients.map(({ closed }) => closed));
    } finally {
      clearInterval(drip);
    }
    // Who is still sending may not get to read it.
    const wrong = clients.filter(
      ({ way, said }) => !said.startsWith('HTTP/1.1 408 ') && (said !== '' || WAYS[way]?.[1] === ''),
    );
    expect(wrong.map(({ way, said }) => ({ way, said: said.slice(0, 80) }))).toEqual([]);
    Object.assign(server, limits);
    const after = await call(gateway.url, 'GET /v1/turns');
    expect(after.status).toBe(200);
    counted('test/security/slow-requests.spec.ts', clients.length);
  }, 120_000);
});
