import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@quarry/elasticsearch';
import { multiSearch } from './multi-search';
import { Snapshot } from './snapshot';

const LIMIT_MS = 300;

describe('multiSearch', () => {
  it('gives up once on a server that stops responding after the first reply, before other requests do', async () => {
    let searches = 0;
    const silent = createServer(({ url }, response) => {
      if (url === '/_msearch') searches += 1;
      if (url !== '/') return;
      response.setHeader('x-elastic-product', 'Elasticsearch');
      response.setHeader('content-type', 'application/vnd.elasticsearch+json;compatible-with=8');
      response.end(JSON.stringify({ version: { number: '8.19.2' } }));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const place = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const server = new Server('SEARCH_INDEX_URL', `elasticsearch:http://${place}`);
    const snapshot = new Snapshot(server, { repository: 'acme/shop', snapshot: 'main' });
    try {
      await server.ping();
      let other = 'waits';
      const asked = server
        .call((client) => client.cluster.health())
        .catch(() => undefined)
        .finally(() => (other = 'is over'));
      const began = performance.now();
      await expect(multiSearch(snapshot, [], LIMIT_MS)).rejects.toMatchObject({
        code: 'store_unavailable',
        retryable: true,
        message: expect.stringContaining(place) as string,
      });
      expect(performance.now() - began).toBeGreaterThan(LIMIT_MS / 2);
      expect({ searches, other }).toEqual({ searches: 1, other: 'waits' });
      silent.close().closeAllConnections();
      await asked;
    } finally {
      await server.close();
      silent.close().closeAllConnections();
    }
  }, 60_000);
});
