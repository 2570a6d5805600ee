import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discardGraphSnapshot } from '@quarry/graph-store';
import { readWorkspace } from '@quarry/platform';
import { discardSearchSnapshot } from '@quarry/search-index';
import { defined } from '@quarry/turn';
import type * as Indexing from './index-into';
import { ROOT } from './scenario';

/** Stores for a fixture; by default embedded ones in its data folder. */
export interface FixtureStores {
  readonly searchIndexUrl?: string;
  readonly graphStoreUrl?: string;
  /** Where vectors come from; none are made where it is absent. */
  readonly embedderUrl?: string;
}

export interface IndexedFixture {
  readonly dataDir: string;
  /** Name of the repository in the stores. */
  readonly repository: string;
  remove(): Promise<void>;
}

/** Folder of this test run, which is deleted with it; undefined if jest was started by hand. */
const RUN = process.env.QUARRY_TEST_RUN;
/** Folders that do not change during a run: of the checkout, and those made by `joinedFixture`. */
const CONSTANT = [join(ROOT, 'test/fixtures'), ...(RUN === undefined ? [] : [join(RUN, 'joined')])];

/** A folder with the content of several fixtures: one for all specs of a run, which must not change it. */
export async function joinedFixture(
  ...fixtures: readonly string[]
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const made = await mkdtemp(join(tmpdir(), 'quarry-joined-'));
  for (const fixture of fixtures) await cp(join(ROOT, 'test/fixtures', fixture), made, { recursive: true });
  if (RUN === undefined) return { folder: made, remove: () => rm(made, { recursive: true, force: true }) };
  const folder = join(RUN, 'joined', fixtures.join('+').replaceAll(/[^\w+]/g, '-'));
  await mkdir(join(RUN, 'joined'), { recursive: true });
  // Another spec may have made it before.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  return { folder, remove: () => Promise.resolve() };
}

/**
 * A data folder with a fixture's index: keywords and graph, and no vectors unless an embedder is named, so that it is
 * the same on every machine. `./quarry test` indexes it once into embedded stores, and each further spec of the run
 * receives a copy.
 */
export async function indexFixture(folder: string, stores: FixtureStores = {}): Promise<IndexedFixture> {
  const root = resolve(ROOT, folder);
  const embedded = Object.keys(stores).length === 0;
  if (!embedded || RUN === undefined || !CONSTANT.some((folder) => root.startsWith(folder)))
    return fresh(root, stores);
  const kept = join(RUN, `indexed-${root.replaceAll(/\W/g, '-')}`);
  if (!existsSync(kept)) {
    const { dataDir } = await fresh(root, {});
    // Another worker may have been faster.
    await rename(dataDir, kept).catch(() => rm(dataDir, { recursive: true }));
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-scenario-'));
  await cp(kept, dataDir, { recursive: true });
  const workspace = await readWorkspace(dataDir);
  if (!workspace) throw new Error(`${kept} is no data folder.`);
  return {
    ...{ dataDir, repository: workspace.repository },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Several fixtures in one data folder. */
export interface IndexedFixtures {
  readonly dataDir: string;
  /** Repositories by the fixtures' folders. That of the first folder is the default one. */
  readonly repositories: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** Indexes several fixtures into one data folder, so that the same processes can serve all of them. */
export async function indexFixtures(
  [first, ...others]: readonly [string, ...string[]],
  stores: FixtureStores = {},
): Promise<IndexedFixtures> {
  const base = await indexFixture(first, stores);
  const fixtures = new Map([[first, base]]);
  for (const folder of others) {
    const fixture = await indexFixture(folder, stores);
    fixtures.set(folder, fixture);
    // Embedded stores have a file for each snapshot.
    for (const store of ['search', 'graph'])
      if (existsSync(join(fixture.dataDir, store)))
        await cp(join(fixture.dataDir, store), join(base.dataDir, store), { recursive: true });
  }
  return {
    dataDir: base.dataDir,
    repositories: new Map([...fixtures].map(([folder, { repository }]) => [folder, repository])),
    remove: async () => {
      for (const fixture of fixtures.values()) await fixture.remove();
    },
  };
}

async function fresh(root: string, stores: FixtureStores): Promise<IndexedFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-scenario-'));
  const repository = `fixture-${randomUUID().slice(0, 8)}`;
  const {
    searchIndexUrl = `sqlite:${join(dataDir, 'search')}`,
    graphStoreUrl = `sqlite:${join(dataDir, 'graph')}`,
  } = stores;
  // Loading the parsers of all languages takes a second, which a spec with a copy saves.
  const { indexInto } = (await import(join(__dirname, 'index-into'))) as typeof Indexing;
  await indexInto({
    root,
    dataDir,
    repository,
    searchIndexUrl,
    graphStoreUrl,
    ...defined({ embedderUrl: stores.embedderUrl }),
  });
  return {
    ...{ dataDir, repository },
    remove: async () => {
      const ref = { repository, snapshot: 'current' };
      await discardSearchSnapshot(searchIndexUrl, ref);
      await discardGraphSnapshot(graphStoreUrl, ref);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
