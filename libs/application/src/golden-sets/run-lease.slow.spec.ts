import { randomBytes } from 'node:crypto';
import { openGoldenStore, type GoldenStore } from '@quarry/golden-store';
import { leaseConformance } from '@quarry/lease/testing';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { leasedRun } from './testing/leased-run';

describeWithElasticsearch('on Elasticsearch', (server) => {
  const name = `t${randomBytes(6).toString('hex')}`;
  let store: GoldenStore;
  beforeAll(() => {
    store = openGoldenStore(`elasticsearch:${server}/${name}`);
  });
  afterAll(async () => {
    await store.close();
    await fetch(`${server}/${name}.golden-v1`, { method: 'DELETE' });
  });

  leaseConformance('golden runs of Elasticsearch', () => leasedRun(store));
});
