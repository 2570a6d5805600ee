import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SHOP, Workplace } from './quarry';

/** What cannot be read is looked at again every second; it is reported once: apps/indexer/src/index-worker.int.spec.ts, too. */
describe('a damaged records.db', () => {
  const workplace = new Workplace();
  afterAll(() => {
    workplace.remove();
  });

  it('is reported once by each part that needs it, and again when it changes', async () => {
    const env = { EMBEDDER_URL: 'none' };
    const data = workplace.path('data');
    const index = await workplace.run(['index', workplace.write('source', SHOP), '--data', data], { env });
    expect(index).toMatchObject({ code: 0 });
    writeFileSync(join(data, 'records.db'), Buffer.alloc(8192, 'garbage '));
    const serve = workplace.start(['serve', '--data', data, '--port', '0'], { env });
    await serve.said('records.db is damaged');
    // Written elsewhere and moved here whole: the service looks every second, and would find a file that is being written.
    const path = workplace.path('newer.db');
    const newer = new DatabaseSync(path);
    newer.exec('CREATE TABLE t (x); PRAGMA application_id = 1364349745; PRAGMA user_version = 99');
    newer.close();
    renameSync(path, join(data, 'records.db'));
    await serve.said(
      'indexing jobs are not looked at: ' + join(data, 'records.db') + ' was written by a newer Quarry',
    );
    const times = new Map<string, number>();
    for (const line of serve.soFar().split('\n')) {
      if (!line.includes('records.db')) continue;
      const what = line.slice(line.indexOf(' ['));
      times.set(what, (times.get(what) ?? 0) + 1);
    }
    expect([...times.values()].filter((n) => n > 1)).toEqual([]);
    serve.child.kill('SIGTERM');
    await serve.ended;
  });
});
