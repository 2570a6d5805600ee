import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore } from '../adapters';
import { recordOf, recordStoreConformance } from '../conformance';

recordStoreConformance('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-records-'));
  return {
    open: async () => openRecordStore(`sqlite:${join(folder, 'records.db')}`),
    dispose: async () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

describe('SqliteRecordStore', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-records-'));
    file = join(folder, 'data/records.db');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its content across a restart', async () => {
    const first = openRecordStore(`sqlite:${file}`);
    await first.save(recordOf('k1'));
    await first.close();
    await expect(first.get('api_key', 'acme', 'k1')).rejects.toMatchObject({ code: 'store_unavailable' });
    const second = openRecordStore(`sqlite:${file}`);
    expect(await second.get('api_key', 'acme', 'k1')).toEqual(recordOf('k1'));
    await second.close();
  });

  it('reports a damaged file with a remedy', async () => {
    writeFileSync(join(folder, 'records.db'), 'no database '.repeat(500));
    const store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    const failure: unknown = await store.ping().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toMatch(/API keys.*restore the file from a backup.*move it.*aside/);
    await store.close();
  });

  it('is selected by its scheme only', () => {
    expect(() => openRecordStore('postgres://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringMatching(/^RECORD_STORE_URL (?!.*secret).*sqlite:, elasticsearch:/) as string,
      }),
    );
  });
});
