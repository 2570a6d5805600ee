import { join } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { openGraphStore } from '@quarry/graph-store';
import { indexRepository, loadReaders } from '@quarry/indexing';
import { writeWorkspace } from '@quarry/platform';
import { openSearchIndex } from '@quarry/search-index';
import { openMasker } from '@quarry/secrets';
import { ROOT } from './scenario';

/** For a thread that runs the TypeScript sources. */
const SOURCES = [
  '--conditions=quarry-source',
  '-r',
  join(ROOT, 'libs/sqlite/src/testing/typescript-hook.cjs'),
];

/** What to index, and the destination. */
interface Indexing {
  readonly root: string;
  readonly dataDir: string;
  readonly repository: string;
  readonly searchIndexUrl: string;
  readonly graphStoreUrl: string;
}

/** Indexes a folder as `quarry index --no-vectors` does. */
export async function indexInto({ root, dataDir, repository, ...urls }: Indexing): Promise<void> {
  const ref = { repository, snapshot: 'current' };
  const searchIndex = openSearchIndex(urls.searchIndexUrl);
  const graphStore = openGraphStore(urls.graphStoreUrl);
  try {
    await indexRepository({
      ...(await loadReaders()),
      ...{ root, ref, searchIndex, graphStore },
      masker: await openMasker({ dataDir, repository, root }),
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
}
