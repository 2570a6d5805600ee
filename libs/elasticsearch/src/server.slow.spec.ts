import { once } from 'node:events';
import { createServer as createHttp, type RequestListener, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultyProxy } from '../../../test/faults/faulty-proxy';
import { describeWithElasticsearch } from '../../../test/servers/servers';
import { refusalOf } from './refusal';
import { Server } from './server';

const SETTING = 'SOME_STORE_URL';
const PASSWORD = 'sEcret-5';

let open: HttpServer[] = [];
afterEach(() => {
  for (const server of open) server.close().closeAllConnections();
  open = [];
});

/** `host:port` of an HTTP server. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createHttp(listener).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that identifies itself as Elasticsearch, and then responds to each request with `answer`. */
function answering(status: number, body: unknown, version = '8.19.2'): Promise<string> {
  return listening(({ url }, response) => {
    const greeting = url === '/';
    response.writeHead(greeting ? 200 : status, {
      'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
      'x-elastic-product': 'Elasticsearch',
    });
    response.end(JSON.stringify(greeting ? { version: { number: version } } : body));
  });
}

async function failureAt(place: string): Promise<unknown> {
  const server = new Server(SETTING, `elasticsearch:http://quarry:${PASSWORD}@${place}`, { maxRetries: 0 });
  try {
    return await server.call((client) => client.index({ index: 'i', document: { text: 'private words' } }));
  } catch (error) {
    return error;
  } finally {
    await server.close();
  }
}

describe('Server', () => {
  it('names the address that does not respond, and a remedy', async () => {
    const place = await listening(() => undefined);
    for (const server of open) server.close();
    const failure = await failureAt(place);
    expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(String(failure)).toMatch(
      new RegExp(`Elasticsearch at ${place} cannot be reached .*\`./quarry servers up\`.*${SETTING}`),
    );
  });

  it.each([
    [
      401,
      { type: 'security_exception', reason: 'no' },
      false,
      /rejected the credentials.*SOME_STORE_URL.*_API_KEY/,
    ],
    [
      403,
      { type: 'security_exception', reason: 'action [x] denied' },
      false,
      /does not permit.*action \[x\] denied/,
    ],
    [
      403,
      { type: 'cluster_block_exception', reason: 'index is read-only' },
      true,
      /no writes now.*read-only/,
    ],
    [429, { type: 'es_rejected_execution_exception', reason: 'queue full' }, true, /overloaded.*queue full/],
    [503, { type: 'no_shard_available_action_exception', reason: '' }, true, /not ready \(503\)/],
  ])('explains a rejection with %d', async (status, error, retryable, message) => {
    const failure = await failureAt(await answering(status, { error, status }));
    expect(failure).toMatchObject({ code: 'store_unavailable', retryable });
    expect(String(failure)).toMatch(message);
  });

  it("leaves a rejected request to the caller, with the server's reason", async () => {
    const inner = { type: 'mapper_parsing_exception', reason: 'field [x]' };
    const error = { type: 'document_parsing_exception', reason: 'failed to parse', caused_by: inner };
    const failure = await failureAt(await answering(400, { error, status: 400 }));
    expect(failure).toMatchObject({ code: 'internal' });
    expect(refusalOf(failure)).toEqual({
      status: 400,
      type: 'document_parsing_exception',
      reason: 'failed to parse (field [x])',
    });
  });

  it('includes no credentials and texts in a failure', async () => {
    const failures = [
      await failureAt(await answering(401, { error: { type: 'security_exception', reason: 'no' } })),
      await failureAt(await answering(500, { error: { type: 'x', reason: 'y' } })),
      await failureAt('127.0.0.1:1'),
    ];
    for (const failure of failures) {
      const { message, stack, cause } = failure as Error;
      const all = [message, stack, JSON.stringify(cause), String((cause as Error | undefined)?.stack)].join(
        '\n',
      );
      expect(all).not.toContain(PASSWORD);
      expect(all).not.toContain(Buffer.from(`quarry:${PASSWORD}`).toString('base64'));
      expect(all).not.toContain('private words');
    }
  });

  it('rejects servers other than Elasticsearch, and other versions', async () => {
    const other = await listening((_, response) => response.end('{"hello":"world"}'));
    expect(await failureAt(other)).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(`The server at ${other} is not Elasticsearch`) as string,
    });
    expect(await failureAt(await answering(200, {}, '7.17.0'))).toMatchObject({
      code: 'store_unavailable',
      retryable: false,
      message: expect.stringContaining('is version 7.17.0; Quarry needs') as string,
    });
  });

  it('waits at most for the timeout if a server accepts connections and does not respond', async () => {
    const options = { timeoutMs: 200, maxRetries: 0 };
    const server = new Server(SETTING, `elasticsearch:http://${await listening(() => undefined)}`, options);
    await expect(server.call((client) => client.get({ index: 'i', id: '1' }))).rejects.toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      message: expect.stringContaining('did not reply in time') as string,
    });
    await server.close();
  });

  it('never reuses a connection that the network has dropped, for any number of connections', async () => {
    const network = await FaultyProxy.start(`http://${await answering(200, { found: true })}`);
    const options = { timeoutMs: 2_000, maxRetries: 0 };
    const server = new Server(SETTING, `elasticsearch:${network.url}`, options);
    const ask = () => server.call((client) => client.get({ index: 'i', id: '1' }));
    await Promise.all([ask(), ask(), ask(), ask()]);
    network.swallow();
    await expect(ask()).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    network.heal();
    await Promise.all([ask(), ask(), ask(), ask()]);
    await server.close();
    await network.close();
  });

  it('fails after it was closed', async () => {
    const server = new Server(SETTING, `elasticsearch:http://${await answering(200, {})}`);
    await server.ping();
    await server.close();
    await server.close();
    await expect(server.ping()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describeWithElasticsearch('Server of a real Elasticsearch', (url) => {
  it('responds to a ping, and reports what it rejects', async () => {
    const server = new Server(SETTING, `elasticsearch:${url}`);
    await server.ping();
    const failure = await server
      .call((client) => client.get({ index: 'quarry-no-such-index', id: '1' }))
      .catch((error: unknown) => error);
    expect(refusalOf(failure)).toMatchObject({ status: 404, type: 'index_not_found_exception' });
    await server.close();
  });
});
