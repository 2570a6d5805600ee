import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { readConfig } from './config';
import { openPlatform, type Platform } from './platform';
import { waitForStores } from './wait-for-stores';

const SERVICES = [{ stores: { search: 'required', graph: 'optional' } }] as const;
const GONE = 'The server at 127.0.0.1:1 cannot be reached.';

describe('waitForStores', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-wait-'));
  let platform: Platform;
  let said: string[];
  beforeAll(async () => {
    platform = await openPlatform(readConfig({ dataDir, embedderUrl: 'none' }, {}));
  });
  beforeEach(() => {
    said = [];
  });
  afterAll(async () => {
    await platform.close();
    rmSync(dataDir, { recursive: true });
  });

  const away = (retryable = true): Fault => new Fault('store_unavailable', GONE, { retryable });
  const with_ = (store: 'graphStore' | 'searchIndex', ping: () => Promise<void>): Platform => ({
    ...platform,
    [store]: { ping },
  });
  const wait = (asked: Platform, seconds: number, signal = new AbortController().signal) =>
    waitForStores(asked, SERVICES, { seconds, signal, say: (line) => said.push(line) });

  it('says nothing where everything is there', async () => {
    expect(await wait(platform, 60)).toEqual([]);
    expect(said).toEqual([]);
  });

  it('waits for what comes up, and says so', async () => {
    let looks = 0;
    await wait(
      with_('searchIndex', () => (++looks < 2 ? Promise.reject(away()) : Promise.resolve())),
      60,
    );
    expect(said).toEqual([`waiting for the search index (0 of 60 s): ${GONE}`, 'the search index is there']);
  });

  it('begins without an optional store that stays away', async () => {
    await wait(
      with_('graphStore', () => Promise.reject(away())),
      1,
    );
    expect(said).toEqual([
      `waiting for the code graph (0 of 1 s): ${GONE}`,
      `starting without the code graph: ${GONE}`,
    ]);
  });

  it('fails where a required store stays away, in its words', async () => {
    const gone = with_('searchIndex', () => Promise.reject(away()));
    await expect(wait(gone, 0)).rejects.toMatchObject({ code: 'store_unavailable', message: GONE });
    const waited = await wait(gone, 1).catch((error: unknown) => (error as Error).message);
    expect(waited).toContain(GONE);
    // At least the second that was asked for: a busy machine takes longer.
    expect(waited).toMatch(/ Waited [1-9]\d* s \(QUARRY_STORE_WAIT\)\.$/);
  });

  it.each(['graphStore', 'searchIndex'] as const)('fails at once if waiting cannot fix %s', async (store) => {
    await expect(
      wait(
        with_(store, () => Promise.reject(away(false))),
        600,
      ),
    ).rejects.toMatchObject({ message: GONE });
    expect(said).toEqual([]);
  });

  it('ends at once when aborted, although a store does not reply', async () => {
    const stop = new AbortController();
    const silent = with_('searchIndex', () => {
      setImmediate(() => {
        stop.abort();
      });
      return new Promise(() => undefined);
    });
    expect(await wait(silent, 600, stop.signal)).toEqual([]);
  });
});
