import { readWorkspace, type Platform } from '@quarry/platform';
import { shownRepository, type SnapshotRef, type Turn, searchedBy } from '@quarry/turn';
import type { Root } from './places';

/** The folder that the paths of a turn are relative to; of a turn about several repositories, the folder of each. */
export async function rootOfTurn(
  { config, searchIndex }: Pick<Platform, 'config' | 'searchIndex'>,
  turn: Pick<Turn, 'options' | 'searches' | 'evidence'>,
): Promise<Root> {
  const { repository, snapshot, scope } = searchedBy(turn);
  // A damaged or deleted index has no root to tell: paths are then shown as they are.
  const rootOf = async (ref: SnapshotRef): Promise<string | null> =>
    (await searchIndex.describe(ref).catch(() => null))?.root ?? null;
  if (scope) {
    const found = new Set(turn.evidence.map((item) => item.repository));
    const cited = scope.filter((ref) => found.has(shownRepository(ref.repository)));
    return new Map(
      await Promise.all(
        cited.map(async (ref) => [shownRepository(ref.repository), await rootOf(ref)] as const),
      ),
    );
  }
  if (repository !== null) return rootOf({ repository, snapshot: snapshot ?? 'current' });
  return (await readWorkspace(config.dataDir))?.root ?? null;
}
