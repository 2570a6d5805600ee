import type { GoldenRun, GoldenRunHead, GoldenStore } from '@quarry/golden-store';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { isOver, over } from './run-ends';

/** How long a run counts as alive after its last save, in milliseconds. */
export const LEASE_MS = 60_000;

/** A run whose owner ended so often without a row that it is given up. */
const MOST_CLAIMS = 3;

/** How long a run waits for a gateway that has its pipelines in the wanted versions, in milliseconds. */
export const WAIT_FOR_VERSION_MS = 10 * 60_000;

/** True where nobody works on it now. */
export function isFree({ lease, ...run }: GoldenRunHead, now: number): boolean {
  return !isOver(run) && (lease === null || lease.until <= now);
}

/** Who claims, when, and what it can ask. */
export interface Claimant {
  readonly owner: string;
  readonly now: number;
  readonly pipelines: readonly CompiledPipeline[];
}

/**
 * Claims a run that is free, so that one runner alone works on it; null where it is not to be had. A run that cannot be finished any more is ended as
 * `failed` instead: its set is gone (then it is deleted), its pipelines are not there in its versions, or its owners die each time.
 */
export async function claim(
  store: GoldenStore,
  { tenant, id }: Pick<GoldenRunHead, 'tenant' | 'id'>,
  { owner, now, pipelines }: Claimant,
): Promise<GoldenRun | null> {
  const run = await store.run(tenant, id);
  if (!run || !isFree(run, now)) return null;
  if ((await store.set(tenant, run.setName))?.id !== run.setId) {
    await store.deleteRun(tenant, id);
    return null;
  }
  const known = new Set(pipelines.map(pipelineRef));
  const missing = run.pipelines.filter((ref) => !known.has(ref));
  if (missing.length > 0) {
    // Another gateway may have them, as while a new version is rolled out.
    if (now - Math.max(run.createdAt, run.lease?.until ?? 0) < WAIT_FOR_VERSION_MS) return null;
    await store.saveRun(
      over(run, {
        status: 'failed',
        reason: `No gateway has ${missing.join(', ')} any more: the pipeline was changed before the run was finished.`,
        now,
      }),
    );
    return null;
  }
  if (run.claims >= MOST_CLAIMS) {
    const reason = `It was interrupted ${run.claims} times without a row more; see the log of the gateway.`;
    await store.saveRun(over(run, { status: 'failed', reason, now }));
    return null;
  }
  const claimed: GoldenRun = {
    ...run,
    version: run.version + 1,
    status: 'running',
    startedAt: run.startedAt ?? now,
    lease: { owner, until: now + LEASE_MS },
    claims: run.claims + 1,
  };
  return (await store.saveRun(claimed)) ? claimed : null;
}
