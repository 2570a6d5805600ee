import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openStores, readConfig, type QuarryConfig, type Stores } from '@quarry/platform';
import { checkSearchSnapshot, type ExportedFile, type Hit } from '@quarry/search-index';
import type { IndexReport } from '@quarry/indexing';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { runIndex } from './run-index';

/** The files of each revision; null: deleted. */
const REVISIONS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  v1: {
    'src/price.ts': 'export function priceOf(net: number): number {\n  return round(net * 1.2);\n}\n',
    'src/round.ts': 'export function round(value: number): number {\n  return Math.round(value);\n}\n',
    'src/order.ts': "import { priceOf } from './price';\n\nexport class Order {\n  total = priceOf(7);\n}\n",
    'docs/guide.md': '# Guide\n\nPrices are rounded.\n\n## Orders\n\nAn order has a total.\n',
    'docs/old.md': '# Old\n\nWhat is no longer in use.\n',
  },
  // A line above, a file that is gone, one that is new and one that has moved; a name that is now ambiguous.
  v2: {
    'src/price.ts':
      '// Net prices.\nexport function priceOf(net: number): number {\n  return round(net * 1.25);\n}\n',
    'docs/old.md': null,
    'src/order.ts': null,
    'src/orders/order.ts':
      "import { priceOf } from '../price';\n\nexport class Order {\n  total = priceOf(7);\n}\n",
    'legacy/order.ts': 'export class Order {\n  legacyTotal = 1;\n}\n',
  },
  v3: { 'docs/old.md': '# Old\n\nWhat accounting needs again: invoices.\n', 'legacy/order.ts': null },
};

describe('the snapshot of a revision that begins as a copy of the nearest', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-nearest-')));
  const shop = join(folder, 'shop');
  const shared = readConfig({ dataDir: join(folder, 'shared') }, {});
  /** Of each revision: v2 is nearer to v3 than to v1. */
  const YEARS: Readonly<Record<string, number>> = { v1: 2020, v2: 2022, v3: 2023 };
  let year = 2020;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: shop,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_COMMITTER_DATE: `${year}-01-02T03:04:05Z` },
    }).trim();
  const index = async (config: QuarryConfig, revision: string): Promise<IndexReport> => {
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: () => undefined,
    };
    return (await runIndex(config, { root: shop, by: 'cli', revision }, listener, SOURCES)).report;
  };
  const reading = async <Result>(config: QuarryConfig, work: (stores: Stores) => Promise<Result>) => {
    const stores = await openStores(config);
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  };

  const reports = new Map<string, IndexReport>();
  beforeAll(async () => {
    mkdirSync(shop);
    git('init', '-q', '-b', 'main');
    for (const [revision, files] of Object.entries(REVISIONS)) {
      year = YEARS[revision] ?? year;
      for (const [path, text] of Object.entries(files)) {
        if (text === null) rmSync(join(shop, path));
        else {
          mkdirSync(dirname(join(shop, path)), { recursive: true });
          writeFileSync(join(shop, path), text);
        }
      }
      git('add', '-A');
      git('commit', '-qm', revision);
      git('tag', revision);
    }
    for (const revision of ['v1', 'v3', 'v2']) reports.set(revision, await index(shared, revision));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is written where it differs, and nothing is embedded twice', () => {
    const written = [...reports].map(([revision, { indexed, unchanged, removed }]) => ({
      revision,
      indexed,
      unchanged,
      removed,
    }));
    expect(written).toEqual([
      { revision: 'v1', indexed: 5, unchanged: 0, removed: 0 },
      { revision: 'v3', indexed: 3, unchanged: 2, removed: 1 },
      { revision: 'v2', indexed: 1, unchanged: 4, removed: 1 },
    ]);
  });

  it.each(Object.keys(REVISIONS))(
    '%s is in every store what it is when it is indexed alone',
    async (revision) => {
      const alone = readConfig({ dataDir: join(folder, `only ${revision}`) }, {});
      await index(alone, revision);
      const ref = { repository: 'shop', snapshot: revision };
      const contents = (config: QuarryConfig) =>
        reading(config, async ({ searchIndex, graphStore }) => {
          const files: ExportedFile[] = [];
          for await (const file of searchIndex.export(ref))
            files.push({ ...file, chunks: file.chunks.toSorted((a, b) => (a.id < b.id ? -1 : 1)) });
          const graph = [];
          for await (const file of graphStore.export(ref)) graph.push(file);
          return { files, graph, info: { ...(await searchIndex.describe(ref)), updatedAt: 0 } };
        });
      const expected = await contents(alone);
      expect(await contents(shared)).toEqual(expected);
      const commits = new Set(expected.files.flatMap(({ chunks }) => chunks.map(({ commit }) => commit)));
      expect([...commits]).toEqual([git('rev-parse', revision)]);
      await checkSearchSnapshot(shared.searchIndexUrl, ref);
    },
  );

  it.each(Object.keys(REVISIONS))('%s has the hits and scores that it has alone', async (revision) => {
    const alone = readConfig({ dataDir: join(folder, `only ${revision}`) }, {});
    const ref = { repository: 'shop', snapshot: revision };
    const hits = (config: QuarryConfig) =>
      reading(config, async ({ searchIndex, embedder }): Promise<readonly (readonly Hit[])[]> => {
        const texts = ['price', 'Order total', 'no longer in use', 'invoices rounded'];
        const vectors = (await embedder?.embed(texts, { as: 'query' })) ?? [];
        return searchIndex.search(ref, [
          ...texts.map((text) => ({ kind: 'bm25', text, k: 20 }) as const),
          ...vectors.map((vector) => ({ kind: 'knn', vector, k: 20 }) as const),
        ]);
      });
    const expected = await hits(alone);
    expect(expected.flat().length).toBeGreaterThan(20);
    expect(await hits(shared)).toEqual(expected);
  });
});
