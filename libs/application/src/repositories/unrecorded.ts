import { readWorkspace, type QuarryConfig } from '@quarry/platform';
import type { RepositoryRecord } from '@quarry/repositories';
import type { SearchIndex } from '@quarry/search-index';
import { repositoryOwner, SHARED_TENANT } from '@quarry/turn';

/**
 * The repository of a data folder that is older than records, described from its index; null if it does not exist or is
 * recorded.
 */
export async function unrecorded(
  { dataDir, repository }: QuarryConfig,
  searchIndex: SearchIndex,
  recorded: readonly RepositoryRecord[],
): Promise<RepositoryRecord | null> {
  const workspace = await readWorkspace(dataDir);
  const name = repository === undefined || /[*,]/.test(repository) ? workspace?.repository : repository;
  if (name === undefined || repositoryOwner(name).tenant !== SHARED_TENANT) return null;
  if (recorded.some((record) => record.name === name)) return null;
  const snapshot = workspace?.repository === name ? workspace.snapshot : 'current';
  const info = await searchIndex.describe({ repository: name, snapshot });
  if (!info) return null;
  return {
    name,
    snapshots: [
      {
        snapshot,
        indexedAt: info.updatedAt,
        by: null,
        job: null,
        files: info.files,
        chunks: info.chunks,
        nodes: 0,
        edges: 0,
        pendingVectors: info.pendingVectors,
        embedder: info.embedder?.id ?? null,
        commit: info.commit,
        dirty: false,
        root: info.root,
        failures: 0,
      },
    ],
  };
}
