import { SnapshotResolver, type QuarryConfig } from '@quarry/platform';
import type { SnapshotRef } from '@quarry/turn';

/** The snapshot that commands without a pipeline work on: the working tree's, of the configured repository or the one that was indexed last. */
export function currentSnapshot({ dataDir, repository }: QuarryConfig): Promise<SnapshotRef> {
  return new SnapshotResolver(dataDir, repository).resolve({ repository: '', active_index: 'current' });
}
