import type { GoldenRun, GoldenRunHead } from './golden-run';
import type { GoldenSet, GoldenSetHead } from './golden-set';

/** The work of runners, for all tenants. */
export interface Pending {
  /** Runs that are queued or running, oldest first. */
  readonly runs: readonly GoldenRunHead[];
  /** Sets with a schedule. */
  readonly sets: readonly GoldenSetHead[];
}

/** Golden sets of a tenant. */
export interface GoldenSets {
  /** The tenant's sets, by name. */
  sets(tenant: string): Promise<readonly GoldenSetHead[]>;
  set(tenant: string, name: string): Promise<GoldenSet | null>;
  /** Saves `set.revision` if the stored revision is one less (0: not stored); false if another client was faster. */
  saveSet(set: GoldenSet): Promise<boolean>;
  /** Deletes the set with its runs; false if it does not exist or has another revision than `revision`. */
  deleteSet(tenant: string, name: string, revision?: number): Promise<boolean>;
}

/** Runs of golden sets. */
export interface GoldenRuns {
  /** Runs of a set by its id, newest first. */
  runs(tenant: string, setId: string): Promise<readonly GoldenRunHead[]>;
  run(tenant: string, id: string): Promise<GoldenRun | null>;
  /** Saves `run.version` if the stored version is one less (0: not stored); false if it differs or was deleted. */
  saveRun(run: GoldenRun): Promise<boolean>;
  deleteRun(tenant: string, id: string): Promise<boolean>;
}

/**
 * Golden sets and their runs. Everything except `pending` is scoped by tenant: sets and runs of other tenants do not
 * exist. A save requires the previous revision or version, is atomic, and is visible to all clients at once.
 */
export interface GoldenStore extends GoldenSets, GoldenRuns {
  /** Verifies that the store is usable. @throws Fault `store_unavailable` (retryable), which says what to do */
  ping(): Promise<void>;
  pending(): Promise<Pending>;
  close(): Promise<void>;
}
