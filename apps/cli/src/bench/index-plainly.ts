import { join } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { openMasker } from '@quarry/secrets';
import { indexRepository, openReaders } from '@quarry/indexing';
import type { QuarryConfig } from '@quarry/platform';
import { openSearchIndex } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';

/** What to index for a measurement, and into which stores. */
interface PlainIndex extends Pick<QuarryConfig, 'dataDir' | 'searchIndexUrl' | 'graphStoreUrl'> {
  readonly root: string;
  readonly ref: SnapshotRef;
  readonly signal: AbortSignal;
}

/** Indexes a folder without vectors and without output. */
export async function indexPlainly({ root, ref, signal, ...at }: PlainIndex): Promise<void> {
  const searchIndex = openSearchIndex(at.searchIndexUrl);
  const graphStore = openGraphStore(at.graphStoreUrl);
  const readers = openReaders();
  try {
    await indexRepository({
      ...readers,
      root,
      ref,
      searchIndex,
      graphStore,
      embedder: null,
      masker: await openMasker({ dataDir: at.dataDir, repository: ref.repository, root }),
      cacheFile: join(at.dataDir, 'facts-cache.db'),
      lockFile: join(at.dataDir, 'index.lock'),
      signal,
    });
  } finally {
    await readers.close();
    await searchIndex.close();
    await graphStore.close();
  }
}
