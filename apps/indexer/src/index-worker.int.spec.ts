import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { Fault } from '@quarry/turn';
import { IndexWorker } from './index-worker';

/** The warnings of a worker whose store fails with each of the problems in turn (null: no problem). */
async function warningsOf(store: RecordStore, dataDir: string, problems: readonly (string | null)[]) {
  let looked = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const sick = Object.assign(Object.create(store) as RecordStore, {
    tagged: async () => {
      const problem = problems[looked++];
      if (looked > problems.length) resolve(undefined);
      if (problem) throw new Fault('store_unavailable', problem, { retryable: true });
      return [];
    },
  });
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const worker = new IndexWorker(readConfig({ dataDir }, {}), sick);
  worker.start();
  await promise;
  await worker.onModuleDestroy();
  const said = warned.mock.calls.map(([message]) => String(message));
  warned.mockRestore();
  return said;
}

describe('an indexer that cannot look at its jobs', () => {
  const root = mkdtempSync(join(tmpdir(), 'quarry-worker-'));
  const store = openRecordStore(`sqlite:${join(root, 'records.db')}`);
  afterAll(async () => {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('says so once, again when the reason changes, and again after it could look', async () => {
    const problems = ['damaged', 'damaged', 'newer', 'newer', null, 'newer'];
    const what = 'indexing jobs are not looked at:';
    expect(await warningsOf(store, root, problems)).toEqual([
      `${what} damaged`,
      `${what} newer`,
      `${what} newer`,
    ]);
  });
});
