import { randomBytes } from 'node:crypto';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { describeWithElasticsearch } from '../../../test/servers/servers';
import { leaseConformance, leasedRecord } from './testing';

describeWithElasticsearch('on Elasticsearch', (server) => {
  const name = `t${randomBytes(6).toString('hex')}`;
  let records: RecordStore;
  beforeAll(() => {
    records = openRecordStore(`elasticsearch:${server}/${name}`);
  });
  afterAll(async () => {
    await records.close();
    await fetch(`${server}/${name}.records-v1`, { method: 'DELETE' });
  });

  leaseConformance('records of Elasticsearch', () => leasedRecord(records));
});
