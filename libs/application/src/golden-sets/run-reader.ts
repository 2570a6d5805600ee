import type { GoldenRun, GoldenRunHead, GoldenRuns } from '@quarry/golden-store';
import type { Read, Snapshot } from '@quarry/lease';

/** Reads one run for the runner that leases it: saved only if its version is still the one that was read. */
export function runReader(
  store: GoldenRuns,
  { tenant, id }: Pick<GoldenRunHead, 'tenant' | 'id'>,
): Read<GoldenRun> {
  return async () => {
    const run = await store.run(tenant, id);
    return run && snapshotOf(store, run);
  };
}

function snapshotOf(store: GoldenRuns, run: GoldenRun): Snapshot<GoldenRun> {
  return {
    value: run,
    save: async (next) => {
      const saved = { ...next, version: run.version + 1 };
      return (await store.saveRun(saved)) ? snapshotOf(store, saved) : null;
    },
  };
}
