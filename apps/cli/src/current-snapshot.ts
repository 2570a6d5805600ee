import { SnapshotResolver, type QuarryConfig } from '@quarry/platform';
import type { SnapshotRef } from '@quarry/turn';

/** The snapshot for commands without a pipeline: `current` of the configured repository, or the last indexed one. */
export function currentSnapshot({ dataDir, repository }: QuarryConfig): Promise<SnapshotRef> {
  return new SnapshotResolver(dataDir, repository).resolve({ repository: '', active_index: 'current' });
}
