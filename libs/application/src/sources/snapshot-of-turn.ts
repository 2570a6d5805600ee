import type { CompiledPipeline } from '@quarry/pipeline';
import type { SnapshotResolver } from '@quarry/platform';
import { Fault, shownRepository, type SnapshotRef, type Turn, searchedBy } from '@quarry/turn';
import { findPipeline } from '../pipelines/find-pipeline';
import type { EvidencePlace } from './evidence-place';

/**
 * The snapshot that a piece of a turn's evidence is in: that of its repository, otherwise the one that the turn
 * searched, otherwise the current one of its pipeline; null if none of them exists any more.
 */
export async function snapshotOfTurn(
  turn: Turn,
  place: Pick<EvidencePlace, 'repository'>,
  pipelines: readonly CompiledPipeline[],
  snapshots: SnapshotResolver,
): Promise<SnapshotRef | null> {
  const { repository, snapshot, scope } = searchedBy(turn);
  if (scope) return scope.find((ref) => shownRepository(ref.repository) === place.repository) ?? null;
  if (repository !== null) return { repository, snapshot: snapshot ?? 'current' };
  try {
    const { settings } = findPipeline(pipelines, turn.pipeline.replace(/@[^@]*$/, ''));
    return await snapshots.resolve(settings);
  } catch (error) {
    if (error instanceof Fault && (error.code === 'pipeline_unknown' || error.code === 'index_missing'))
      return null;
    throw error;
  }
}
