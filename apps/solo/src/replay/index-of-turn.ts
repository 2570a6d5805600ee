import { SnapshotResolver, type Platform } from '@quarry/platform';
import { shownSnapshot, snapshotSet, toFault, type SnapshotRef, type Turn } from '@quarry/turn';

/** The index that a turn searched. */
export interface IndexOfTurn {
  readonly snapshots: SnapshotResolver;
  /** Why it cannot be searched as the turn did; null where it is as it was. */
  readonly changed: string | null;
}

/** Finds the index that a turn searched, and whether it is as it was then. */
export async function indexOfTurn(
  { config, searchIndex }: Pick<Platform, 'config' | 'searchIndex'>,
  turn: Turn,
): Promise<IndexOfTurn> {
  const snapshots = new SnapshotResolver(config.dataDir, config.repository);
  const ref = searchedRef(turn);
  if (!ref) return { snapshots, changed: null };
  const pinned = new PinnedSnapshot(ref);
  const name = shownSnapshot(ref);
  try {
    const info = await searchIndex.describe(ref);
    if (!info) return { snapshots: pinned, changed: `Index ${name} is gone.` };
    const isLater = info.updatedAt > turn.askedAt;
    return {
      snapshots: pinned,
      changed: isLater ? `Index ${name} was written again after the turn.` : null,
    };
  } catch (error) {
    return { snapshots: pinned, changed: `Index ${name} cannot be read: ${toFault(error).message}` };
  }
}

/** Resolves to one snapshot, whatever a pipeline says. */
class PinnedSnapshot extends SnapshotResolver {
  constructor(private readonly ref: SnapshotRef) {
    super('');
  }

  override resolve(): Promise<SnapshotRef> {
    return Promise.resolve(this.ref);
  }
}

function searchedRef({ searches, options }: Turn): SnapshotRef | null {
  const [first, ...others] = options.scope ?? [];
  if (first) return snapshotSet([first, ...others]);
  const index = searches.find((search) => search.index !== undefined)?.index;
  const at = index?.lastIndexOf('@') ?? -1;
  if (index === undefined || at < 0) return null;
  return { repository: index.slice(0, at), snapshot: index.slice(at + 1) };
}
