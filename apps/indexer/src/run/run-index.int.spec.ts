import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openStores, readConfig } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
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
