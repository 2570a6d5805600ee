import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openGoldenStore } from '../adapters';
import { goldenStoreConformance, runOf, setOf } from '../conformance';

describeWithElasticsearch('golden sets on Elasticsearch', (server) => {
  const prefix = () => `t${randomBytes(6).toString('hex')}`;
  const drop = async (name: string): Promise<void> => {
    await fetch(`${server}/${name}.golden-v1`, { method: 'DELETE' });
  };

  goldenStoreConformance('elasticsearch', async () => {
    const name = prefix();
    return {
      open: async () => openGoldenStore(`elasticsearch:${server}/${name}`),
      dispose: () => drop(name),
    };
  });

  it('leaves nothing of a set that was deleted', async () => {
    const name = prefix();
    const golden = openGoldenStore(`elasticsearch:${server}/${name}`);
    await golden.saveSet(setOf('faq'));
    for (const id of ['r1', 'r2']) await golden.saveRun(runOf(id));
    await golden.deleteSet('acme', 'faq');
    await fetch(`${server}/${name}.golden/_refresh`, { method: 'POST' });
    const counted = await fetch(`${server}/${name}.golden/_count`);
    expect(await counted.json()).toMatchObject({ count: 0 });
    await golden.close();
    await drop(name);
  });
});

describe('openGoldenStore of Elasticsearch', () => {
  it('fails where the server is away, with what to do and without credentials', async () => {
    const golden = openGoldenStore('elasticsearch:http://me:sEcret@127.0.0.1:1/team');
    for (const call of [
      () => golden.ping(),
      () => golden.saveSet(setOf('faq')),
      () => golden.saveRun(runOf('r1')),
      () => golden.pending(),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(String(failure)).toMatch(/127\.0\.0\.1:1 .*`.\/quarry servers up`.*GOLDEN_STORE_URL/);
      expect(String(failure)).not.toContain('sEcret');
    }
    await golden.close();
  });
});
