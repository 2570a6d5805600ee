import type { GoldenRun, GoldenRunHead, GoldenStore } from '@quarry/golden-store';
import { isLeased, takeLease, type HeldLease } from '@quarry/lease';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import type { Clock } from '@quarry/turn';
import { isOver, over } from './run-ends';
import { runReader } from './run-reader';

/** How long the lease of a run lasts after each save, in milliseconds. */
export const LEASE_MS = 60_000;

/** A run that was interrupted this often without a new row is failed. */
const MOST_CLAIMS = 3;

/** How long a run waits for a gateway that has its pipelines in their versions, in milliseconds. */
export const WAIT_FOR_VERSION_MS = 10 * 60_000;

/** Whether a runner may take the run. */
export function isFree(run: GoldenRunHead, now: number): boolean {
  return !isOver(run) && !isLeased(run, now);
}

/** A runner, and the pipelines that it can ask. */
export interface Claimant {
  readonly owner: string;
  readonly clock: Clock;
  readonly pipelines: readonly CompiledPipeline[];
}

/**
 * Leases a free run to one runner. A run that cannot be finished is ended as `failed` instead: its pipelines no longer
 * exist in its versions, or it was interrupted too often. A run whose set was deleted is deleted.
 * @returns null if the run is unavailable
 */
export async function claim(
  store: GoldenStore,
  { tenant, id }: Pick<GoldenRunHead, 'tenant' | 'id'>,
  { owner, clock, pipelines }: Claimant,
): Promise<HeldLease<GoldenRun> | null> {
  const now = clock.now();
  const read = runReader(store, { tenant, id });
  const snapshot = await read();
  if (!snapshot || !isFree(snapshot.value, now)) return null;
  const run = snapshot.value;
  if ((await store.set(tenant, run.setName))?.id !== run.setId) {
    await store.deleteRun(tenant, id);
    return null;
  }
  const missing = missingPipelines(run, pipelines);
  if (missing.length > 0) {
    // Another gateway may have them, e.g. while a new version is rolled out.
    if (now - Math.max(run.createdAt, run.lease?.until ?? 0) < WAIT_FOR_VERSION_MS) return null;
    const reason = `No gateway has ${missing.join(', ')} any more: the pipeline changed before the run finished.`;
    await snapshot.save(over(run, { status: 'failed', reason, now }));
    return null;
  }
  if (run.claims >= MOST_CLAIMS) {
    const reason = `It was interrupted ${run.claims} times without a new row. See the log of the gateway.`;
    await snapshot.save(over(run, { status: 'failed', reason, now }));
    return null;
  }
  const begin = (): GoldenRun => ({
    ...run,
    status: 'running',
    startedAt: run.startedAt ?? now,
    claims: run.claims + 1,
  });
  return takeLease({ snapshot, read, begin }, { owner, durationMs: LEASE_MS, clock });
}

function missingPipelines(run: GoldenRun, pipelines: readonly CompiledPipeline[]): readonly string[] {
  const known = new Set(pipelines.map(pipelineRef));
  return run.pipelines.filter((ref) => !known.has(ref));
}
