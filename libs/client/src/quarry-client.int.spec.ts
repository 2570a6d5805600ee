import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { followEvents } from './followed-events';
import { QuarryClient } from './quarry-client';
import type { Aborted } from './testing/aborting-process';

/** What {@link Aborted} reports of this way. */
async function aborted(way: string): Promise<Aborted> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--expose-gc', '--conditions=quarry-source', '-r', HOOK],
    ...[join(__dirname, 'testing/aborting-process.ts'), way],
  ]);
  return JSON.parse(stdout) as Aborted;
}

const HOOK = join(__dirname, '../../sqlite/src/testing/typescript-hook.cjs');

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

describe('calls that fail at first', () => {
  let server: Server;
  let answer: Answer;
  const requests: { readonly method: string; readonly key: string | undefined; readonly body: string }[] = [];
  let client: QuarryClient;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const key = request.headers['idempotency-key'];
        requests.push({ method: request.method ?? '', key: typeof key === 'string' ? key : undefined, body });
        answer(request, response, requests.length);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new QuarryClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  beforeEach(() => {
    requests.length = 0;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const json = (response: ServerResponse, status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const problem = (response: ServerResponse, status: number, code: string, headers = {}): void => {
    json(response, status, { status, code, detail: 'Later.' }, headers);
  };

  it('are retried after the time that the server requests', async () => {
    answer = (_request, response, nth) => {
      if (nth === 1) problem(response, 429, 'rate_limited', { 'retry-after': '1' });
      else json(response, 200, { pipelines: [] });
    };
    const began = Date.now();
    expect(await client.pipelines()).toEqual([]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(950);
    expect(requests).toHaveLength(2);
  });

  it('are retried with their body and the same key after a lost connection', async () => {
    answer = (request, response, nth) => {
      if (nth === 1) request.socket.destroy();
      else json(response, 202, { id: 't1', session: 's1', status: 'running', existing: false, links: {} });
    };
    expect(await client.start('Why?')).toMatchObject({ id: 't1' });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(requests[1]).toEqual(requests[0]);
  });

  it('end with the problem if the server requests too long a wait', async () => {
    answer = (_request, response) => problem(response, 503, 'redis_unavailable', { 'retry-after': '3600' });
    await expect(client.pipelines()).rejects.toMatchObject({
      status: 503,
      code: 'redis_unavailable',
      retryAfter: 3600,
    });
    expect(requests).toHaveLength(1);
  });

  it('end with the problem after a few attempts', async () => {
    answer = (_request, response) => problem(response, 503, 'redis_unavailable');
    const hasty = new QuarryClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      retries: 1,
    });
    await expect(hasty.turn('t1')).rejects.toMatchObject({ code: 'redis_unavailable' });
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 404, 500])('are not retried after %d', async (status) => {
    answer = (_request, response) => problem(response, status, 'some_code');
    await expect(client.turn('t1')).rejects.toMatchObject({ status, code: 'some_code' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['end', 'call', { requests: 1, seen: [] }],
    ['stop following', 'fetch', { seen: ['1-1', '1-2'] }],
    ['stop following', 'a custom fetch', { seen: ['1-1', '1-2'] }],
  ])('%s at their signal, even if the server never ends: %s', async (_what, way, expected) => {
    expect(await aborted(way)).toMatchObject({ ...expected, error: 'AbortError' });
  });

  it('yield nothing after their signal', async () => {
    const stop = new AbortController();
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1-1\ndata: {"type":"reset"}\n\nid: 1-2\ndata: {"type":"reset"}\n\n');
    };
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of client.events('t1', { signal: stop.signal })) {
        seen.push(id);
        stop.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual(['1-1']);
  });

  it('report a server that is not a gateway', async () => {
    answer = (_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no</p>');
    await expect(client.turn('t1')).rejects.toMatchObject({
      status: 404,
      code: 'unreadable',
      detail: expect.stringContaining('is it a Quarry gateway?'),
    });
  });
});

describe('following events', () => {
  const stream = (text: string, hold = false): Response =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(text));
          if (!hold) controller.close();
        },
      }),
    );
  const message = (n: number): string => `id: 1-${n}\ndata: ${n}\n\n`;
  const follow = (bodies: readonly (() => Response)[], asked: (string | undefined)[], silence = 45_000) =>
    followEvents<number>({
      open: async (after) => {
        const next = bodies[asked.push(after) - 1];
        if (!next) throw new TypeError('no response');
        return next();
      },
      read: (_id, data) => Number(data),
      isLast: (event) => event === 4,
      silence,
    });

  it('reopens a stream that ended too soon, after the last event', async () => {
    const asked: (string | undefined)[] = [];
    const bodies = [
      () => stream(`retry: 1\n\n${message(1)}${message(2)}`),
      () => stream(`retry: 1\n\n`),
      () => stream(message(3) + message(4)),
    ];
    const seen: number[] = [];
    for await (const event of follow(bodies, asked)) seen.push(event);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([undefined, '1-2', '1-2']);
  });

  it('treats a silent stream as lost', async () => {
    const asked: (string | undefined)[] = [];
    const bodies = [() => stream(`retry: 1\n\n${message(1)}`, true), () => stream(message(4))];
    const seen: number[] = [];
    for await (const event of follow(bodies, asked, 50)) seen.push(event);
    expect(seen).toEqual([1, 4]);
  });

  it('ends if there is nothing more', async () => {
    const asked: (string | undefined)[] = [];
    const bodies = [() => stream(`retry: 1\n\n${message(1)}`), () => new Response(null, { status: 204 })];
    const seen: number[] = [];
    for await (const event of follow(bodies, asked)) seen.push(event);
    expect(seen).toEqual([1]);
  });

  it('gives up after a few consecutive connections without events', async () => {
    const asked: (string | undefined)[] = [];
    const reading = (async () => {
      for await (const event of follow([() => stream(`retry: 1\n\n${message(1)}`)], asked))
        expect(event).toBe(1);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'unreachable', status: 0 });
    expect(asked).toHaveLength(9);
  });
});
