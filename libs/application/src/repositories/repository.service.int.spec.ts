import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledPipeline } from '@quarry/pipeline';
import { readConfig, writeWorkspace } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { defined, scopedRepository } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RepositoryService } from './repository.service';

const NOTED = {
  indexedAt: 1,
  by: 'cli',
  job: null,
  files: 1,
  chunks: 1,
  nodes: 0,
  edges: 0,
  pendingVectors: 0,
  embedder: null,
  commit: null,
  dirty: false,
  root: '/src',
};

const PIPELINES = [
  { name: 'plain', settings: { repository: '', active_index: 'current' } },
  { name: 'docs', settings: { repository: 'manual', active_index: 'current' } },
  { name: 'theirs', settings: { repository: '@beta/shop', active_index: 'current' } },
] as unknown as CompiledPipeline[];

function caller(tenant: string, repositories: readonly string[] | null = null): Caller {
  return { tenant, key: 'k', role: 'reader', pipelines: null, repositories };
}

describe('repository resolution and access', () => {
  let folder: string;
  let records: RecordStore;
  let searchIndex: SearchIndex;
  let service: RepositoryService;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-repositories-'));
    const config = readConfig({ dataDir: folder }, {});
    records = openRecordStore(config.recordStoreUrl);
    searchIndex = openSearchIndex(config.searchIndexUrl);
    service = new RepositoryService(records, searchIndex, config, PIPELINES);
    const indexed: readonly (readonly [tenant: string, name: string, snapshot: string])[] = [
      ['acme', 'shop', 'current'],
      ['beta', 'shop', 'v1'],
      ['beta', 'shop', 'v2'],
      ['beta', 'secret', 'current'],
      ['local', 'shop', 'current'],
      ['local', 'manual', 'current'],
    ];
    for (const [tenant, name, snapshot] of indexed)
      await service.registry.indexed({ repository: scopedRepository(tenant, name), snapshot }, NOTED, {
        failed: [],
        secretPlaces: [],
      });
  });
  afterEach(async () => {
    await records.close();
    await searchIndex.close();
    rmSync(folder, { recursive: true });
  });

  const names = async (who: Caller) => (await service.readable(who)).map(({ stored }) => stored);

  it("lists a tenant's own and the shared repositories; an own one hides a shared one", async () => {
    expect(await names(caller('acme'))).toEqual(['manual', '@acme/shop']);
    expect(await names(caller('beta'))).toEqual(['manual', '@beta/secret', '@beta/shop']);
    expect(await names(caller('local'))).toEqual(['manual', 'shop']);
    expect(await names(caller('beta', ['shop']))).toEqual(['@beta/shop']);
    expect(await names(caller('acme', []))).toEqual([]);
  });

  it('returns the stored name and the most recently indexed snapshot', async () => {
    const resolve = (who: Caller, repository: string, snapshot?: string) =>
      service.resolve(who, { repository, ...defined({ snapshot }) });
    expect(await resolve(caller('acme'), 'shop')).toEqual({ repository: '@acme/shop', snapshot: 'current' });
    expect(await resolve(caller('beta'), 'shop')).toEqual({ repository: '@beta/shop', snapshot: 'v2' });
    expect(await resolve(caller('beta'), 'shop', 'v1')).toEqual({ repository: '@beta/shop', snapshot: 'v1' });
    expect(await resolve(caller('beta'), '@beta/shop')).toEqual({ repository: '@beta/shop', snapshot: 'v2' });
    expect(await resolve(caller('acme'), 'manual')).toEqual({ repository: 'manual', snapshot: 'current' });
  });

  it('gives the same answer for a foreign repository as for an unknown one', async () => {
    const problem = async (who: Caller, repository: string): Promise<string> =>
      service.resolve(who, { repository }).then(
        (found) => `found ${JSON.stringify(found)}`,
        (error: Error) => `${error.name} ${error.message.replaceAll(repository, 'NAME')}`,
      );
    const unknown = await problem(caller('acme'), 'nothing');
    expect(unknown).toMatch(/^Fault There is no repository 'NAME'/);
    for (const name of [
      'secret',
      '@beta/shop',
      '@beta/secret',
      '@%62eta/shop',
      '../beta/shop',
      'SHOP',
      '@local/shop',
    ])
      expect(await problem(caller('acme'), name)).toBe(unknown);
    expect(await problem(caller('beta', ['shop']), 'secret')).toBe(unknown);
    expect(await problem(caller('beta', ['shop']), 'manual')).toBe(unknown);
  });

  it('applies the same rules to the repository of a pipeline', async () => {
    expect(await service.resolve(caller('acme'), { pipeline: 'docs' })).toEqual({
      repository: 'manual',
      snapshot: 'current',
    });
    expect(await service.resolve(caller('beta'), { pipeline: 'theirs' })).toEqual({
      repository: '@beta/shop',
      snapshot: 'v2',
    });
    for (const [who, pipeline] of [
      [caller('acme'), 'theirs'],
      [caller('beta', ['shop']), 'docs'],
    ] as const)
      await expect(service.resolve(who, { pipeline })).rejects.toMatchObject({ code: 'repository_unknown' });
  });

  it("applies the installation's default for callers that may read it", async () => {
    await writeWorkspace(folder, { repository: 'shop', snapshot: 'current', root: null });
    expect(await service.resolve(caller('acme'), { pipeline: 'plain' })).toBeNull();
    expect(await service.resolve(caller('acme', ['shop']), {})).toBeNull();
    expect(await service.resolve(caller('beta'), { snapshot: 'current' })).toEqual({
      repository: 'shop',
      snapshot: 'current',
    });
    // A caller with a single readable repository need not name it; a caller with several must.
    expect(await service.resolve(caller('beta', ['secret']), {})).toEqual({
      repository: '@beta/secret',
      snapshot: 'current',
    });
    await expect(service.resolve(caller('beta', ['secret', 'manual']), {})).rejects.toThrow(/name one/);
    await expect(service.resolve(caller('acme', []), {})).rejects.toMatchObject({
      code: 'repository_unknown',
    });
  });

  it('finds a repository that was indexed before records existed', async () => {
    const ref = { repository: 'old', snapshot: 'v7' };
    await searchIndex.write(ref, { meta: { commit: 'abc', root: '/old' } });
    await writeWorkspace(folder, { ...ref, root: '/old' });
    expect(await service.resolve(caller('acme'), { repository: 'old' })).toEqual(ref);
    const [listed] = (await service.readable(caller('acme'))).filter(({ name }) => name === 'old');
    expect(listed).toMatchObject({
      stored: 'old',
      shared: true,
      snapshots: [{ snapshot: 'v7', commit: 'abc' }],
    });
  });
});
