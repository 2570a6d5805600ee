import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openRecordStore } from '../adapters';
import { recordOf, recordStoreConformance } from '../conformance';

describeWithElasticsearch('records on Elasticsearch', (server) => {
  recordStoreConformance('elasticsearch', async () => {
    const name = `t${randomBytes(6).toString('hex')}`;
    return {
      open: async () => openRecordStore(`elasticsearch:${server}/${name}`),
      dispose: async () => {
        await fetch(`${server}/${name}.records-v1`, { method: 'DELETE' });
      },
    };
  });
});

describe('openRecordStore of Elasticsearch', () => {
  it('fails with a remedy and without credentials if the server is unavailable', async () => {
    const store = openRecordStore('elasticsearch:http://me:sEcret@127.0.0.1:1/team');
    for (const call of [
      () => store.ping(),
      () => store.save(recordOf('k1')),
      () => store.get('api_key', 'acme', 'k1'),
      () => store.tagged('api_key', 'open', 1),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(String(failure)).toMatch(/127\.0\.0\.1:1 .*`.\/quarry servers up`.*RECORD_STORE_URL/);
      expect(String(failure)).not.toContain('sEcret');
    }
    await store.close();
  });
});
