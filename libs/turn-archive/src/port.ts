import type { SentPrompt } from '@quarry/turn';
import type { ArchivedTurn, TurnCursor, TurnFilter, TurnHead } from './archived-turn';
import type { TotalsRange, TurnTotals } from './totals';

/** What the API reads of turns that have ended. */
export interface ArchiveReader {
  /** Newest first (ties by id, descending), at most `limit` (≤ 1,000), after the cursor. */
  list(
    tenant: string,
    filter: TurnFilter,
    page: { readonly limit: number; readonly after?: TurnCursor },
  ): Promise<readonly TurnHead[]>;
  load(tenant: string, turnId: string): Promise<ArchivedTurn | null>;
  /** In the order in which they were sent. */
  prompts(tenant: string, turnId: string): Promise<readonly SentPrompt[]>;
  /** Those of these turns that were deleted. */
  deleted(tenant: string, turnIds: readonly string[]): Promise<readonly string[]>;
}

/** What services add while a turn runs, and when it ends. */
export interface ArchiveWriter {
  /** May come before its turn is saved. Idempotent by step and hash. Nothing of a turn that was deleted is kept. */
  savePrompt(tenant: string, turnId: string, prompt: SentPrompt): Promise<void>;
  /** Idempotent by tenant and id: the first one counts. A turn that was deleted is not kept again. */
  save(archived: ArchivedTurn): Promise<void>;
}

/** Deletion, retention and statistics. */
export interface ArchiveAdmin {
  /** Deletes these turns with their prompts, and keeps them from being saved later: also those that are not here, or not yet. */
  delete(tenant: string, turnIds: readonly string[]): Promise<void>;
  /** Of every tenant: turns added up, in no order. For those who watch over the installation; it holds no text of a turn. */
  totals(range: TotalsRange): Promise<readonly TurnTotals[]>;
  /**
   * Removes turns and prompts of all tenants that were asked, sent or deleted before `before` (milliseconds since the
   * epoch). Returns the number of turns.
   */
  prune(before: number): Promise<number>;
}

/**
 * Turns that have ended, each with its log and with what its model calls were sent. Everything but `prune` and `totals` is scoped by tenant: another tenant's turns do
 * not exist. What was deleted stays deleted, whoever saves it later.
 */
export interface TurnArchive extends ArchiveReader, ArchiveWriter, ArchiveAdmin {
  /** Can the store be used now? @throws Fault `store_unavailable` (retryable) that says what was tried and what to do */
  ping(): Promise<void>;
  close(): Promise<void>;
}
