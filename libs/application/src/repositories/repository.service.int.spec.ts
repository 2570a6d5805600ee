import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledPipeline } from '@quarry/pipeline';
import { readConfig, writeWorkspace } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { LabelStore } from '@quarry/repositories';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { defined, scopedRepository, snapshotsIn } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RepositoryService, type Wanted } from './repository.service';

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

  it('looks up once in a request what a caller whom labels limit may read', async () => {
    const reads: string[] = [];
    const counted = new Proxy(records, {
      get: (store, name) => {
        const member: unknown = Reflect.get(store, name);
        if (typeof member !== 'function') return member;
        return (...args: readonly unknown[]): unknown => {
          if (name === 'get') reads.push(args.map(String).join(' '));
          return Reflect.apply(member, store, args) as unknown;
        };
      },
    });
    const config = readConfig({ dataDir: folder, labels: 'enforce' }, {});
    const limited = { ...caller('local'), clearance: { groups: [], sensitivity: null } };
    const labels = new LabelStore(records);
    const repositories = new RepositoryService(counted, searchIndex, config, PIPELINES);
    for (const repository of ['shop', 'manual']) {
      const ref = { repository, snapshot: 'current' };
      await labels.put(ref, { rules: null });
      await expect(repositories.labels.view(limited, ref)).rejects.toThrow(/is being prepared/);
      for (const view of await labels.wanted())
        await labels.filled(view, { files: 1, chunks: 1, nodes: 0, edges: 0, pendingVectors: 0 });
    }
    const all = { repository: 'manual, shop', members: [{ repository: 'manual' }, { repository: 'shop' }] };
    for (const [wanted, found] of [
      [{}, all],
      [{ repository: 'shop' }, { repository: 'shop' }],
      [{ repository: ['shop', 'man*'] }, all],
    ] as const) {
      reads.length = 0;
      expect(await repositories.resolve(limited, wanted)).toMatchObject(found);
      const lookedUp = reads.filter((read) => read.startsWith('labels '));
      expect(lookedUp.length).toBeGreaterThan(0);
      expect(new Set(lookedUp).size).toBe(lookedUp.length);
    }
    reads.length = 0;
    await repositories.resolveOne(limited, 'shop');
    expect(reads.filter((read) => read.startsWith('labels '))).toHaveLength(1);
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

  const shown = async (who: Caller, wanted: Wanted): Promise<readonly string[]> => {
    const ref = await service.resolve(who, wanted);
    return ref ? snapshotsIn(ref).map(({ repository, snapshot }) => `${repository}@${snapshot}`) : [];
  };

  it('is about all that the caller may read by default, whatever was indexed last', async () => {
    await writeWorkspace(folder, { repository: 'shop', snapshot: 'current', root: null });
    expect(await shown(caller('acme'), { pipeline: 'plain' })).toEqual([
      'manual@current',
      '@acme/shop@current',
    ]);
    expect(await shown(caller('local'), {})).toEqual(['manual@current', 'shop@current']);
    expect(await shown(caller('beta'), {})).toEqual([
      'manual@current',
      '@beta/secret@current',
      '@beta/shop@v2',
    ]);
    expect(await shown(caller('acme', ['shop']), {})).toEqual(['@acme/shop@current']);
    // Of those that have it.
    expect(await shown(caller('beta'), { snapshot: 'v1' })).toEqual(['@beta/shop@v1']);
    for (const [who, wanted] of [
      [caller('acme', []), {}],
      [caller('acme'), { snapshot: 'v9' }],
    ] as const)
      await expect(service.resolve(who, wanted)).rejects.toMatchObject({ code: 'repository_unknown' });
  });

  it('is about the repositories of the setting by default, where the caller may read any of them', async () => {
    const config = readConfig({ dataDir: folder, repository: 'man*, secret' }, {});
    const narrowed = new RepositoryService(records, searchIndex, config, PIPELINES);
    const ref = async (who: Caller) =>
      snapshotsIn((await narrowed.resolve(who, {}))!).map((one) => one.repository);
    expect(await ref(caller('acme'))).toEqual(['manual']);
    expect(await ref(caller('beta'))).toEqual(['manual', '@beta/secret']);
    expect(await ref(caller('beta', ['shop']))).toEqual(['@beta/shop']);
  });

  it('takes several names, names with a snapshot, and patterns', async () => {
    const beta = caller('beta');
    expect(await shown(beta, { repository: ['shop', 'manual'] })).toEqual([
      'manual@current',
      '@beta/shop@v2',
    ]);
    expect(await shown(beta, { repository: ['shop@v1', 's*'] })).toEqual([
      '@beta/secret@current',
      '@beta/shop@v1',
    ]);
    expect(await shown(beta, { repository: '*' })).toHaveLength(3);
    expect(await shown(beta, { repository: ['shop', '@beta/shop', 'sh*'] })).toEqual(['@beta/shop@v2']);
    expect(await shown(beta, { repository: '*', snapshot: 'v1' })).toEqual(['@beta/shop@v1']);
    await expect(service.resolve(beta, { repository: ['shop@v1', 'shop@v2'] })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining("'shop' is named with two snapshots") as string,
    });
  });

  it('matches only what the caller may read, and refuses a pattern without a match like an unknown name', async () => {
    expect(await shown(caller('acme'), { repository: '*' })).toEqual([
      'manual@current',
      '@acme/shop@current',
    ]);
    expect(await shown(caller('beta', ['shop']), { repository: '*' })).toEqual(['@beta/shop@v2']);
    for (const [who, repository] of [
      [caller('acme'), 'sec*'],
      [caller('acme'), '@beta/*'],
      [caller('beta', ['shop']), 'sec*'],
      [caller('acme'), ['manual', 'sec*']],
      [caller('acme'), 'nothing-*'],
      [caller('acme'), ['manual', 'secret']],
      [caller('acme'), 'shop@v1'],
    ] as const)
      await expect(service.resolve(who, { repository })).rejects.toMatchObject({
        code: 'repository_unknown',
        message: expect.stringContaining(`'${[repository].flat().at(-1)}'`) as string,
      });
  });

  it('resolves one name to one repository, never a pattern', async () => {
    expect(await service.resolveOne(caller('acme'), 'shop')).toMatchObject({ repository: '@acme/shop' });
    await expect(service.resolveOne(caller('acme'), 'sh*')).rejects.toMatchObject({
      code: 'repository_unknown',
    });
  });

  it('is about the repository that was indexed last while records cannot be read, and says so', async () => {
    const away = openRecordStore('elasticsearch:http://127.0.0.1:1');
    const lame = new RepositoryService(away, searchIndex, readConfig({ dataDir: folder }, {}), PIPELINES);
    const unavailable = { code: 'store_unavailable' };
    const acme = caller('acme');
    try {
      await expect(lame.subjectOf(acme, {})).rejects.toMatchObject(unavailable);
      await writeWorkspace(folder, { repository: 'manual', snapshot: 'current', root: '/manual' });
      expect(await lame.subjectOf(acme, {})).toEqual({
        ref: null,
        narrowedBy: expect.stringContaining('127.0.0.1:1') as string,
      });
      for (const wanted of [{ repository: 'manual' }, { repository: ['m*'] }, { snapshot: 'current' }])
        await expect(lame.subjectOf(acme, wanted)).rejects.toMatchObject(unavailable);
      await expect(lame.subjectOf(caller('acme', ['shop']), {})).rejects.toMatchObject(unavailable);
    } finally {
      await away.close();
    }
    expect(await service.subjectOf(acme, { repository: 'manual' })).toEqual({
      ref: { repository: 'manual', snapshot: 'current' },
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
