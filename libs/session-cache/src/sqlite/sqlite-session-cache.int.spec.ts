import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSessionCache } from '../adapters';
import { sessionCacheConformance } from '../conformance';
import { finds, KEY, terms } from '../testing/finds';

sessionCacheConformance({
  name: 'sqlite',
  create: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-sessions-'));
    return {
      open: async (options) => openSessionCache(`sqlite:${join(folder, 'sessions.db')}`, options),
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

describe('SqliteSessionCache', () => {
  let folder: string;
  let url: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-sessions-'));
    url = `sqlite:${join(folder, 'data/sessions.db')}`;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('deletes expired sessions from the disk, and limits their number', async () => {
    let now = 1_000_000;
    const cache = openSessionCache(url, { clock: { now: () => now }, maxSessions: 3 });
    await cache.remember({ tenant: 't', session: 'expires' }, finds(['a']), terms({ ttlMinutes: 1 }));
    now += 120_000;
    for (let n = 1; n <= 5; n++) {
      now += 1;
      await cache.remember({ tenant: `t${n}`, session: 's' }, finds(['a']), terms());
    }
    await cache.close();
    const file = new DatabaseSync(join(folder, 'data/sessions.db'));
    const kept = file.prepare('SELECT tenant FROM session ORDER BY tenant').all();
    file.close();
    expect(kept.map((row) => row['tenant'])).toEqual(['t3', 't4', 't5']);
  });

  it('reports that a damaged file can be deleted', async () => {
    const cache = openSessionCache(url);
    await cache.remember(KEY, finds(['a']), terms());
    await cache.close();
    writeFileSync(join(folder, 'data/sessions.db'), 'no database '.repeat(500));
    const failure: unknown = await openSessionCache(url)
      .recall(KEY, terms())
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toMatch(/cache.*delete it/);
  });
});
