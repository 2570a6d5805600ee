import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openStores, readConfig } from '@quarry/platform';
import { IndexRuns, RepositoryRegistry } from '@quarry/repositories';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { runIndex } from './run-index';

const SHOP = resolve(__dirname, '../../../../test/fixtures/dotnet-shop');

describe('a run with vectors', () => {
  let data: string;
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'quarry-run-'));
  });
  afterAll(() => rmSync(data, { recursive: true }));

  it('lets questions begin before the first vector is computed', async () => {
    const config = readConfig({ dataDir: data }, {});
    const said: string[] = [];
    await runIndex(
      config,
      { root: SHOP, by: 'cli' },
      {
        signal: new AbortController().signal,
        progress: ({ phase }) => said.push(phase),
        note: (text) => said.push(`${text} ${existsSync(join(data, 'workspace.json'))}`),
      },
      SOURCES,
    );
    const order = [...new Set(said)];
    const noted = order.findIndex((text) => /^you can ask questions now; \d+ chunks .* true$/.test(text));
    expect(order.indexOf('chunks')).toBeLessThan(order.indexOf('graph'));
    expect(order.indexOf('graph')).toBeLessThan(noted);
    expect(noted).toBeLessThan(order.indexOf('vectors'));
    const stores = await openStores(config);
    try {
      const recorded = await new RepositoryRegistry(stores.recordStore).list('local');
      expect(recorded).toMatchObject([{ snapshots: [{ pendingVectors: 0 }] }]);
    } finally {
      await stores.close();
    }
  });

  it('is recorded with how far it is, and with how it ended', async () => {
    const config = readConfig({ dataDir: mkdtempSync(join(data, 'status-')) }, {});
    const stores = await openStores(config);
    const runs = new IndexRuns(stores.recordStore);
    const ref = { repository: 'dotnet-shop', snapshot: 'current' };
    const stop = new AbortController();
    const run = (progress: () => void, signal = new AbortController().signal) =>
      runIndex(
        config,
        { root: SHOP, by: 'cli', vectors: false },
        { signal, progress, note: () => undefined },
        SOURCES,
      );
    try {
      await expect(
        run(() => {
          stop.abort();
        }, stop.signal),
      ).rejects.toMatchObject({ code: 'cancelled' });
      expect(await runs.last(ref)).toMatchObject({ status: 'stopped', completeAt: null });
      await run(() => undefined);
      const ended = await runs.last(ref);
      expect(ended).toMatchObject({ status: 'finished', lacksVectors: false });
      expect(ended?.files?.done).toBe(ended?.files?.total);
      expect(ended?.files?.total).toBeGreaterThan(1);
      expect(ended?.completeAt).toBeGreaterThanOrEqual(ended?.begunAt ?? Infinity);
      await expect(
        runIndex(
          config,
          { root: join(SHOP, 'gone'), repository: 'dotnet-shop', by: 'cli' },
          { signal: new AbortController().signal, progress: () => undefined, note: () => undefined },
          SOURCES,
        ),
      ).rejects.toThrow();
      expect(await runs.last(ref)).toMatchObject({ status: 'stopped', completeAt: ended?.completeAt });
    } finally {
      await stores.close();
    }
  });

  it('says nothing of missing vectors where none is missing', async () => {
    const notes: string[] = [];
    const listener = { signal: new AbortController().signal, progress: () => undefined };
    const config = readConfig({ dataDir: data }, {});
    await runIndex(
      config,
      { root: SHOP, by: 'cli' },
      { ...listener, note: (text) => notes.push(text) },
      SOURCES,
    );
    expect(notes).toEqual([]);
  });
});
