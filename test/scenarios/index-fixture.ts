import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { indexRepository, loadReaders } from '@quarry/indexing';
import { writeWorkspace } from '@quarry/platform';
import { openSearchIndex } from '@quarry/search-index';
import { ROOT } from './scenario';

/** A data folder with a fixture's index: keywords and graph, no vectors, so that it is the same on every machine. */
export async function indexFixture(
  folder: string,
): Promise<{ readonly dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-scenario-'));
  const ref = { repository: 'fixture', snapshot: 'current' };
  const searchIndex = openSearchIndex(`sqlite:${join(dataDir, 'search')}`);
  const graphStore = openGraphStore(`sqlite:${join(dataDir, 'graph')}`);
  try {
    const root = resolve(ROOT, folder);
    await indexRepository({
      ...(await loadReaders()),
      root,
      ref,
      searchIndex,
      graphStore,
      embedder: null,
      cacheFile: join(dataDir, 'facts.db'),
      lockFile: join(dataDir, 'index.lock'),
    });
    await writeWorkspace(dataDir, { ...ref, root });
  } finally {
    await searchIndex.close();
    await graphStore.close();
  }
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
