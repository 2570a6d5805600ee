import type { RepositoryRegistry } from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import type { Seen } from '@quarry/turn-archive';
import { SnapshotFiles } from '../passages/snapshot-files';

/** The snapshot of a repository that questions use now. */
export interface CurrentSnapshot {
  readonly files: SnapshotFiles;
  /** Hash of each file, by its path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** When it was indexed, in milliseconds since the epoch. */
  readonly indexedAt: number;
}

/** The current snapshots of repositories, each read once. */
export class CurrentFiles {
  private readonly known = new Map<string, Promise<CurrentSnapshot | null>>();

  constructor(
    private readonly index: SearchReader,
    private readonly registry: Pick<RepositoryRegistry, 'findStored'>,
  ) {}

  /**
   * @param repository as the stores name it
   * @returns null if the repository is gone
   * @throws Fault of a store
   */
  of(repository: string): Promise<CurrentSnapshot | null> {
    const found = this.known.get(repository) ?? this.open(repository);
    this.known.set(repository, found);
    return found;
  }

  private async open(repository: string): Promise<CurrentSnapshot | null> {
    const newest = (await this.registry.findStored(repository))?.snapshots[0];
    if (!newest) return null;
    const { snapshot, indexedAt } = newest;
    const ref = { repository, snapshot };
    return { files: new SnapshotFiles(this.index, ref), hashes: await this.index.manifest(ref), indexedAt };
  }
}

/** Hash of a file, as {@link Seen} states it: null without a snapshot, empty for a file that it does not have. */
export function hashIn(current: CurrentSnapshot | null, path: string): string | null {
  return current && (current.hashes.get(path) ?? '');
}

/** Whether a state was decided with files that are no longer what they were. */
export function isDue(current: CurrentSnapshot | null, { path, hash, place, placeHash }: Seen): boolean {
  if (hashIn(current, path) !== hash) return true;
  return place !== null && hashIn(current, place) !== placeHash;
}
