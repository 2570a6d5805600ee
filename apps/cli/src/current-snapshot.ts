import { SnapshotResolver, type QuarryConfig, type Stores } from '@quarry/platform';
import { defined, type SnapshotRef } from '@quarry/turn';
import type { ScopeOptions } from './options';

/** The snapshot for commands without a pipeline: `current` of the configured repository, or the last indexed one. */
export function currentSnapshot({ dataDir, repository }: QuarryConfig): Promise<SnapshotRef> {
  return new SnapshotResolver(dataDir, repository).resolve({ repository: '', active_index: 'current' });
}

/**
 * The snapshots that a command looks in: of the named repositories, by default of all in the data folder.
 * @throws Fault `repository_unknown`, `index_missing`
 */
export async function chosenSnapshots(
  config: QuarryConfig,
  { recordStore, searchIndex }: Pick<Stores, 'recordStore' | 'searchIndex'>,
  { repository, at }: ScopeOptions,
): Promise<SnapshotRef> {
  const [{ RepositoryService }, { LOCAL }] = await Promise.all([
    import('@quarry/application/repositories'),
    import('@quarry/application/access'),
  ]);
  const repositories = new RepositoryService(recordStore, searchIndex, config, []);
  const chosen = await repositories.resolve(LOCAL, defined({ repository, snapshot: at }));
  return chosen ?? currentSnapshot(config);
}
