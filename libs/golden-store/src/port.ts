import type { GoldenRun, GoldenRunHead } from './golden-run';
import type { GoldenSet, GoldenSetHead } from './golden-set';

/** What runners look after, of all tenants. */
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
  /** Saves revision `set.revision` if the stored one is `set.revision − 1` (0 = none); false where another was faster. */
  saveSet(set: GoldenSet): Promise<boolean>;
  /** Deletes the set with its runs; false where there is none. With `revision`, only that one: also false where another is stored. */
  deleteSet(tenant: string, name: string, revision?: number): Promise<boolean>;
}

/** Runs of golden sets. */
export interface GoldenRuns {
  /** Runs of a set by its id, newest first. */
  runs(tenant: string, setId: string): Promise<readonly GoldenRunHead[]>;
  run(tenant: string, id: string): Promise<GoldenRun | null>;
  /** Saves version `run.version` if the stored one is `run.version − 1` (0 = none); false where another was faster, or it was deleted. */
  saveRun(run: GoldenRun): Promise<boolean>;
  deleteRun(tenant: string, id: string): Promise<boolean>;
}

/**
 * Golden sets and their runs. Everything but `pending` is scoped by tenant: another tenant's sets and runs do not exist. Whatever is saved is saved upon
 * the revision (or version) before it, all or nothing, and seen at once by every client.
 */
export interface GoldenStore extends GoldenSets, GoldenRuns {
  /** Can the store be used now? @throws Fault `store_unavailable` (retryable) that says what was tried and what to do */
  ping(): Promise<void>;
  pending(): Promise<Pending>;
  close(): Promise<void>;
}
