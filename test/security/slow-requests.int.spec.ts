import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { AttackFamily } from './attack-family';
import { PASSAGES } from '../passages';

const QUESTION = 'What happens to stock when an invoice is cancelled?';
const START = 'POST /v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const GAP = '\r\n\r\n';
/** Clients that each way sends. */
const EACH = 40;

/** What each of them sends first, then again and again, and the end that never comes. */
const WAYS: Readonly<Record<string, readonly [first: string, again: string, end: string]>> = {
  'headers that never end': [START, 'X-A: b\r\n', `Content-Length: 2${GAP}{}`],
  'one header that never ends': [`${START}X-A: `, 'b', `b\r\nContent-Length: 2${GAP}{}`],
  'a body that never ends': [
    `${START}Content-Length: 100000${GAP}{"question":"`,
    'a',
    `${'a'.repeat(99_985)}"}`,
  ],
  'chunks that never end': [
    `${START}Transfer-Encoding: chunked${GAP}1\r\n{\r\n`,
    '1\r\n \r\n',
    `1\r\n}\r\n0${GAP}`,
  ],
  'nothing after a length': [`${START}Content-Length: 10${GAP}`, '', '{"a": 1   }'],
  'a request line that never ends': ['GET /v1/', 'a', `turns HTTP/1.1\r\nHost: localhost${GAP}`],
  'nothing at all': ['', '', `GET /v1/turns HTTP/1.1\r\nHost: localhost${GAP}`],
};

/** The part of Node's server that says how often it looks for slow requests. */
interface Looking {
  connectionsCheckingInterval: number;
}

describe('T12: requests that never come to an end', () => {
  const family = new AttackFamily('test/security/slow-requests.int.spec.ts');
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
    server = gateway.app.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
  });
  afterAll(async () => {
    for (const { socket } of clients) socket.destroy();
    await gateway.close();
    await fixture.remove();
  });

  it('have a minute, and their headers 20 s', () => {
    expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 60_000 });
  });

  it('do not delay other requests, and are cut off with 408', async () => {
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
      expect({ status, reason: turn.reason }).toEqual({ status: 200, reason: PASSAGES.reason });
      expect(clients.filter(({ socket }) => !socket.destroyed)).toHaveLength(clients.length);
      limits = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
      // The same limits, applied sooner: Node restarts its checks when a server starts to listen.
      Object.assign<Server, Looking & Partial<Server>>(server, {
        ...{ headersTimeout: 500, requestTimeout: 1_000, connectionsCheckingInterval: 100 },
      });
      server.emit('listening');
      await Promise.all(clients.map(({ closed }) => closed));
    } finally {
      clearInterval(drip);
    }
    Object.assign(server, limits);
    for (const [way, [first, again, end]] of Object.entries(WAYS))
      await family.row({
        name: way,
        // The same with an end is answered.
        benign: () => answerTo(hostname, Number(port), first + end),
        attacks: clients
          .filter((client) => client.way === way)
          .map(
            ({ said }) =>
              () =>
                Promise.resolve(said),
          ),
        send: (read: () => Promise<string>) => read(),
        reached: (said) => /^HTTP\/1\.1 (?!408)\d/.test(said),
        judge: (said) => {
          // Who is still sending may not get to read it.
          const ended = said.startsWith('HTTP/1.1 408 ') || (said === '' && again !== '');
          expect({ way, said: ended ? '' : said.slice(0, 80) }).toEqual({ way, said: '' });
        },
      });
    const after = await call(gateway.url, 'GET /v1/turns');
    expect(after.status).toBe(200);
    family.counted();
  }, 120_000);
});

/** What a server says to these bytes first. */
async function answerTo(hostname: string, port: number, bytes: string): Promise<string> {
  const socket = connect(port, hostname);
  socket.setEncoding('latin1').write(bytes);
  const [said] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return said;
}
