import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import {
  openStoresToRead,
  readConfig,
  writeWorkspace,
  type QuarryConfig,
  type Stores,
} from '@quarry/platform';
import type { Turn } from '@quarry/turn';
import { openable } from './places';
import { rootOfTurn } from './root-of-turn';

describe('the folder of a turn', () => {
  let folder: string;
  let config: QuarryConfig;
  let stores: Stores;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-roots-'));
    config = readConfig({ dataDir: folder, embedderUrl: 'none' }, {});
    stores = await openStoresToRead(config);
    for (const name of ['alpha', 'beta'])
      await stores.searchIndex.write(
        { repository: name, snapshot: 'v1' },
        { meta: { root: `/src/${name}` } },
      );
    // Indexed last.
    await writeWorkspace(folder, { repository: 'beta', snapshot: 'v1', root: '/src/beta' });
  });
  afterAll(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });

  const opened = async (options: Partial<Turn['options']>, evidence: Turn['evidence']): Promise<string[]> => {
    const turn = aTurn({ options: { depth: 'auto', budget: {}, ...options }, evidence });
    const root = await rootOfTurn({ config, searchIndex: stores.searchIndex }, turn);
    return evidence.map((item) => openable(item, root, '/elsewhere'));
  };

  it('is that of its repository, not of the one that was indexed last', async () => {
    const evidence = [someEvidence(1, { path: 'retry.ts' })];
    expect(await opened({ repository: 'alpha', snapshot: 'v1' }, evidence)).toEqual(['/src/alpha/retry.ts']);
    expect(await opened({ repository: 'gone', snapshot: 'v1' }, evidence)).toEqual(['retry.ts']);
    expect(await opened({}, evidence)).toEqual(['/src/beta/retry.ts']);
  });

  it('is that of each repository, for a turn about several', async () => {
    const scope = ['alpha', 'beta', 'gone'].map((repository) => ({ repository, snapshot: 'v1' }));
    const evidence = ['beta', 'alpha', 'gone'].map((repository, at) =>
      someEvidence(at + 1, { path: `${repository}/retry.ts`, repository, snapshot: 'v1' }),
    );
    expect(await opened({ scope }, evidence)).toEqual([
      '/src/beta/retry.ts',
      '/src/alpha/retry.ts',
      'gone/retry.ts',
    ]);
  });
});
