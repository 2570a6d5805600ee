import type { CompiledPipeline } from '@quarry/pipeline';
import type { SnapshotResolver } from '@quarry/platform';
import { Fault, type SnapshotRef, type Turn } from '@quarry/turn';
import { searchedBy } from '@quarry/turn-archive';
import { findPipeline } from '../pipelines/find-pipeline';

/** The snapshot that a turn searched, otherwise the current one of its pipeline; null if neither exists any more. */
export async function snapshotOfTurn(
  turn: Turn,
  pipelines: readonly CompiledPipeline[],
  snapshots: SnapshotResolver,
): Promise<SnapshotRef | null> {
  const { repository, snapshot } = searchedBy(turn);
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
