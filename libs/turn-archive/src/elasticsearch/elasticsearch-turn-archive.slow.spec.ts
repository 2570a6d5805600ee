import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openTurnArchive } from '../adapters';
import { archivedOf, citing, promptOf, turnArchiveConformance } from '../conformance';
import { ARCHIVE_SHAPE } from './documents';

describeWithElasticsearch('the archive of turns on Elasticsearch', (server) => {
  const prefix = () => `t${randomBytes(6).toString('hex')}`;
  const drop = async (name: string): Promise<void> => {
    await fetch(`${server}/${name}.turns-v1`, { method: 'DELETE' });
  };

  turnArchiveConformance('elasticsearch', async () => {
    const name = prefix();
    return {
      open: async () => openTurnArchive(`elasticsearch:${server}/${name}`),
      dispose: () => drop(name),
    };
  });

  it('adds the turns of an index that the version before wrote to the index of citations', async () => {
    const name = prefix();
    const request = (path: string, body: object, method = 'POST') =>
      fetch(`${server}/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { cited, staleness, seen, compared, ...properties } = ARCHIVE_SHAPE.properties;
    expect([cited, staleness, seen, compared]).not.toContain(undefined);
    const mappings = { dynamic: 'strict', _meta: { quarry: ARCHIVE_SHAPE.format }, properties };
    await request(`${name}.turns-v1`, { mappings, aliases: { [`${name}.turns`]: {} } }, 'PUT');
    const archive = openTurnArchive(`elasticsearch:${server}/${name}`);
    await archive.save(archivedOf('t1', citing(['a.ts'])));
    await fetch(`${server}/${name}.turns/_refresh`, { method: 'POST' });
    // As the version before wrote it: a head without this field, and no citations.
    await request(`${name}.turns/_update_by_query?refresh=true`, {
      query: { term: { kind: 'head' } },
      script: { source: "ctx._source.remove('cited')" },
    });
    await request(`${name}.turns/_delete_by_query?refresh=true`, { query: { term: { kind: 'citation' } } });
    expect(await archive.uncompared(9)).toEqual([]);
    expect(await archive.indexEarlier(9)).toBe(1);
    expect(await archive.indexEarlier(9)).toBe(0);
    expect(await archive.uncompared(9)).toEqual([{ tenant: 'acme', id: 't1' }]);
    await archive.close();
    await drop(name);
  });

  it('keeps only the id of a deleted turn', async () => {
    const name = prefix();
    const archive = openTurnArchive(`elasticsearch:${server}/${name}`);
    await archive.save(archivedOf('t1'));
    await archive.savePrompt('acme', 't1', promptOf('h1'));
    await archive.delete('acme', ['t1']);
    await fetch(`${server}/${name}.turns/_refresh`, { method: 'POST' });
    const found = (await (await fetch(`${server}/${name}.turns/_search`)).json()) as {
      hits: { hits: { _source: object }[] };
    };
    expect(found.hits.hits.map(({ _source }) => Object.keys(_source).toSorted())).toEqual([
      ['at', 'id', 'kind', 'tenant'],
    ]);
    await archive.close();
    await drop(name);
  });
});

describe('openTurnArchive of Elasticsearch', () => {
  it('fails with a remedy and without credentials if the server is unavailable', async () => {
    const archive = openTurnArchive('elasticsearch:http://me:sEcret@127.0.0.1:1/team');
    for (const call of [
      () => archive.ping(),
      () => archive.save(archivedOf('t1')),
      () => archive.list('acme', {}, { limit: 1 }),
      () => archive.prune(1),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(String(failure)).toMatch(/127\.0\.0\.1:1 .*`.\/quarry servers up`.*TURN_ARCHIVE_URL/);
      expect(String(failure)).not.toContain('sEcret');
    }
    await archive.close();
  });
});
