import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { discardGraphSnapshot, openGraphStore } from '@quarry/graph-store';
import { indexRepository, loadReaders } from '@quarry/indexing';
import { openMasker } from '@quarry/secrets';
import { writeWorkspace } from '@quarry/platform';
import { discardSearchSnapshot, openSearchIndex } from '@quarry/search-index';
import { ROOT } from './scenario';

/** For a thread that runs the sources as they stand. */
const SOURCES = [
  '--conditions=quarry-source',
  '-r',
  join(ROOT, 'libs/sqlite/src/testing/typescript-hook.cjs'),
];

/** Stores that a fixture is indexed into; embedded ones in its data folder where none is named. */
export interface FixtureStores {
  readonly searchIndexUrl?: string;
  readonly graphStoreUrl?: string;
}

export interface IndexedFixture {
  readonly dataDir: string;
  /** Name of the repository, of which there is no other in the stores. */
  readonly repository: string;
  remove(): Promise<void>;
}

/** A data folder with a fixture's index: keywords and graph, no vectors, so that it is the same on every machine. */
export async function indexFixture(folder: string, stores: FixtureStores = {}): Promise<IndexedFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-scenario-'));
  const repository = `fixture-${randomUUID().slice(0, 8)}`;
  const ref = { repository, snapshot: 'current' };
  const {
    searchIndexUrl = `sqlite:${join(dataDir, 'search')}`,
    graphStoreUrl = `sqlite:${join(dataDir, 'graph')}`,
  } = stores;
  const searchIndex = openSearchIndex(searchIndexUrl);
  const graphStore = openGraphStore(graphStoreUrl);
  try {
    const root = resolve(ROOT, folder);
    await indexRepository({
      ...(await loadReaders()),
      root,
      ref,
      searchIndex,
      graphStore,
      masker: await openMasker({ dataDir, repository: ref.repository, root }),
      embedder: null,
      openDocuments: () => openDocumentReader({ execArgv: SOURCES }),
      cacheFile: join(dataDir, 'facts.db'),
      lockFile: join(dataDir, 'index.lock'),
    });
    await writeWorkspace(dataDir, { ...ref, root });
  } finally {
    await searchIndex.close();
    await graphStore.close();
  }
  return {
    dataDir,
    repository,
    remove: async () => {
      await discardSearchSnapshot(searchIndexUrl, ref);
      await discardGraphSnapshot(graphStoreUrl, ref);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
