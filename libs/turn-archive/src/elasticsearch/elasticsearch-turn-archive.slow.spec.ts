import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openTurnArchive } from '../adapters';
import { archivedOf, promptOf, turnArchiveConformance } from '../conformance';

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
