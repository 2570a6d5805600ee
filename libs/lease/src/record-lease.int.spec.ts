import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { leaseConformance, leasedRecord } from './testing';

describe('on the embedded store', () => {
  let folder: string;
  let records: RecordStore;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-lease-'));
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
  });
  afterAll(async () => {
    await records.close();
    rmSync(folder, { recursive: true });
  });

  leaseConformance('records of SQLite', () => leasedRecord(records));
});
