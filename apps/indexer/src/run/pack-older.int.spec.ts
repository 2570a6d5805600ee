import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGraphSnapshot } from '@quarry/graph-store';
import { openStores, readConfig } from '@quarry/platform';
import { checkSearchSnapshot } from '@quarry/search-index';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { runIndex } from './run-index';

describe('the older revisions of a repository', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-older-')));
  const shop = join(folder, 'shop');
  const config = readConfig({ dataDir: join(folder, 'data'), embedderUrl: 'none' }, {});
  const git = (year: number, ...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: shop,
      stdio: 'ignore',
      env: { ...process.env, GIT_COMMITTER_DATE: `${year}-01-02T03:04:05Z` },
    });
  };
  const index = async (revision?: string): Promise<void> => {
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: (text: string) => {
        throw new Error(text);
      },
    };
    const request = { root: shop, by: 'cli', vectors: false, ...(revision ? { revision } : {}) };
    await runIndex(config, request, listener, SOURCES);
  };
  /** The snapshots that have a file of their own, in each store; in the search index, their commits have another. */
  const unpacked = () =>
    ['search', 'graph'].map((store) =>
      readdirSync(join(config.dataDir, store)).flatMap(
        (name) => /^shop-(v\d|current)-/.exec(name)?.[1] ?? [],
      ),
    );
  const functionsOf = async (snapshot: string) => {
    const stores = await openStores(config);
    try {
      const ref = { repository: 'shop', snapshot };
      const [hits] = await stores.searchIndex.search(ref, [{ kind: 'bm25', text: 'price', k: 9 }]);
      const [nodes] = await stores.graphStore.lookup(ref, ['price'], 9);
      const [here] = [await stores.searchIndex.describe(ref)];
      return {
        texts: hits?.map(({ chunk }) => chunk.text),
        nodes: nodes?.map(({ key }) => key),
        files: here?.files,
      };
    } finally {
      await stores.close();
    }
  };

  beforeAll(async () => {
    mkdirSync(shop);
    git(2020, 'init', '-q', '-b', 'main');
    for (const n of [1, 2, 3]) {
      writeFileSync(join(shop, 'price.ts'), `export function price${n}(): number {\n  return ${n};\n}\n`);
      git(2020 + n, 'add', '-A');
      git(2020 + n, 'commit', '-qm', `v${n}`);
      git(2020 + n, 'tag', `v${n}`);
    }
    for (const revision of ['v1', 'v3', 'v2']) await index(revision);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are packed, whichever was indexed last; the newest, which questions use, is not', () => {
    expect(unpacked()).toEqual([['v3', 'v3'], ['v3']]);
  });

  it.each([1, 2, 3])('are found as they were: v%d', async (n) => {
    expect(await functionsOf(`v${n}`)).toEqual({
      texts: [`export function price${n}(): number {\n  return ${n};\n}`],
      nodes: [expect.stringContaining(`price${n}`), 'file:price.ts|FILE'],
      files: 1,
    });
    expect(unpacked()).toEqual([['v3', 'v3'], ['v3']]);
  });

  it('are verified like others, and indexed again like others', async () => {
    const ref = { repository: 'shop', snapshot: 'v1' };
    await checkSearchSnapshot(config.searchIndexUrl, ref);
    await checkGraphSnapshot(config.graphStoreUrl, ref);
    await index('v1');
    expect(unpacked()).toEqual([['v3', 'v3'], ['v3']]);
    expect((await functionsOf('v1')).files).toBe(1);
  });

  it('are all of them once the work tree is indexed', async () => {
    await index();
    expect(unpacked()).toEqual([['current', 'current'], ['current']]);
    expect((await functionsOf('v3')).files).toBe(1);
  });
});
