import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { readConfig } from './config';
import { openPlatform, type Platform } from './platform';
import { readiness } from './readiness';

const GRAPH = { stores: { graph: 'optional' } } as const;
const HISTORY = { stores: { history: 'required', graph: 'optional' } } as const;

describe('readiness', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-readiness-'));
  let platform: Platform;
  beforeAll(async () => {
    platform = await openPlatform(readConfig({ dataDir, embedderUrl: 'none' }, {}));
  });
  afterAll(async () => {
    await platform.close();
    rmSync(dataDir, { recursive: true });
  });

  const away = new Fault('store_unavailable', 'Neo4j at 127.0.0.1:1 cannot be reached.', { retryable: true });
  const without = (store: 'graphStore' | 'historyStore'): Platform => ({
    ...platform,
    [store]: { ...platform[store], ping: () => Promise.reject(away) },
  });

  it('names the stores of the services, and no others', async () => {
    expect(await readiness(platform, [HISTORY, GRAPH])).toEqual({
      ready: true,
      carrier: { kind: 'memory', problem: null },
      stores: { history: { required: true, problem: null }, graph: { required: false, problem: null } },
    });
    expect((await readiness(platform, [])).stores).toEqual({});
  });

  it('is ready without an optional store, and says why it is away', async () => {
    expect(await readiness(without('graphStore'), [GRAPH, HISTORY])).toMatchObject({
      ready: true,
      stores: { graph: { required: false, problem: away } },
    });
  });

  it('is not ready without a required store, nor without the carrier', async () => {
    expect((await readiness(without('historyStore'), [HISTORY])).ready).toBe(false);
    const gone = new Fault('redis_unavailable', 'Redis at 127.0.0.1:1 cannot be reached.');
    const carrier = { ...platform.carrier, check: () => Promise.reject(gone) };
    expect(await readiness({ ...platform, carrier }, [])).toMatchObject({
      ready: false,
      carrier: { problem: gone },
    });
  });
});
