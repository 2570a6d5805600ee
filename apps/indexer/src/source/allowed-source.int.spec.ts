import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { BY_HAND, RepositoryRegistry } from '@quarry/repositories';
import { allowedSource } from './allowed-source';

/** T7 of the attack suite, for the sources of jobs. */
describe('what a job may read', () => {
  let root: string;
  let records: RecordStore;
  let registry: RepositoryRegistry;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-sources-')));
    for (const folder of [
      'srv/acme/shop',
      'srv/acme2/shop',
      'srv/beta/shop',
      'outside',
      'data/search',
      'by-hand',
    ])
      mkdirSync(join(root, folder), { recursive: true });
    for (const file of ['srv/acme/shop/a.ts', 'srv/beta/shop/a.ts', 'outside/secret', 'data/records.db'])
      writeFileSync(join(root, file), 'text');
    symlinkSync(join(root, 'outside'), join(root, 'srv/acme/out'));
    symlinkSync(join(root, 'outside/secret'), join(root, 'srv/acme/secret.ts'));
    symlinkSync('../beta', join(root, 'srv/acme/neighbour'));
    symlinkSync(join(root, 'srv/acme/shop'), join(root, 'srv/acme/inside'));
    symlinkSync(join(root, 'srv/acme/loop'), join(root, 'srv/acme/loop'));
    symlinkSync(join(root, 'srv'), join(root, 'linked'));
    records = openRecordStore(`sqlite:${join(root, 'data/records.db.new')}`);
    registry = new RepositoryRegistry(records);
  });
  afterAll(async () => {
    await records.close();
    rmSync(root, { recursive: true });
  });

  const allowed = async (tenant: string, path: string, roots: readonly string[] = ['srv/{tenant}']) => {
    const source = await allowedSource(
      readConfig({ dataDir: join(root, 'data'), indexRoots: roots.map((each) => join(root, each)) }, {}),
      registry,
      { tenant, path: join(root, path) },
    );
    expect(source.roots).toEqual(
      expect.arrayContaining(roots.map((each) => join(root, each.replace('{tenant}', tenant)))),
    );
    return source.root;
  };

  it.each([
    ['a folder', 'srv/acme/shop'],
    ['a file', 'srv/acme/shop/a.ts'],
    ['the root itself', 'srv/acme'],
  ])('%s below its root', async (_what, path) => {
    expect(await allowed('acme', path)).toBe(join(root, path));
  });

  it('what a link within the root leads to, by its own name', async () => {
    expect(await allowed('acme', 'srv/acme/inside/a.ts')).toBe(join(root, 'srv/acme/shop/a.ts'));
  });

  it('what lies below a root that is a link', async () => {
    expect(await allowed('acme', 'linked/acme/shop', ['linked/{tenant}'])).toBe(join(root, 'srv/acme/shop'));
  });

  it.each([
    ["another tenant's folder", 'acme', 'srv/beta/shop'],
    ['a folder that begins like its own', 'acme', 'srv/acme2/shop'],
    ['what is above its root', 'acme', 'srv'],
    ['what is above everything', 'acme', '../../../../../../etc'],
    ['a way out by dots', 'acme', 'srv/acme/../beta/shop'],
    ['a link out of its root', 'acme', 'srv/acme/out'],
    ['what lies behind a link out of its root', 'acme', 'srv/acme/out/secret'],
    ['a file that is a link out of its root', 'acme', 'srv/acme/secret.ts'],
    ["a link into another tenant's folder", 'acme', 'srv/acme/neighbour/shop'],
    ['the tenant that climbs', '..', 'outside'],
    ['the tenant that is a path', 'acme/shop', 'srv/acme/shop'],
    ['the tenant in another case', 'ACME', 'srv/acme/shop'],
    ['what the command line has not indexed', 'local', 'by-hand'],
  ])('never %s', async (_what, tenant, path) => {
    await expect(allowed(tenant, path)).rejects.toMatchObject({ code: 'source_forbidden' });
  });

  it('never the data folder, whatever the roots, nor what holds it', async () => {
    for (const path of ['data', 'data/search', 'data/records.db', '.'])
      await expect(allowed('acme', path, ['.'])).rejects.toMatchObject({ code: 'source_forbidden' });
  });

  it('nothing where there is no root', async () => {
    await expect(allowed('acme', 'srv/acme/shop', [])).rejects.toMatchObject({ code: 'source_forbidden' });
  });

  it.each(['srv/acme/gone', 'srv/acme/loop', 'srv/acme/shop/a.ts/b'])(
    '%s is not there, and that is said within the root alone',
    async (path) => {
      await expect(allowed('acme', path)).rejects.toMatchObject({ code: 'path_not_found' });
      await expect(allowed('beta', path)).rejects.toMatchObject({ code: 'source_forbidden' });
    },
  );

  it('for the shared repositories, what was indexed by hand before', async () => {
    await registry.indexed(
      { repository: 'by-hand', snapshot: 'current' },
      {
        ...{ indexedAt: 1, by: BY_HAND, job: null, files: 1, chunks: 1, nodes: 0, edges: 0 },
        ...{ pendingVectors: 0, embedder: null, commit: null, dirty: false, root: join(root, 'by-hand') },
      },
      { failed: [], secretPlaces: [] },
    );
    expect(await allowed('local', 'by-hand', [])).toBe(join(root, 'by-hand'));
    await expect(allowed('acme', 'by-hand', [])).rejects.toMatchObject({ code: 'source_forbidden' });
  });
});
