import type { SentPrompt } from '@quarry/turn';
import type { KeptCitations, Seen, TurnName } from './citation';
import type { ArchivedTurn, TurnCursor, TurnFilter, TurnHead } from './archived-turn';
import type { TotalsRange, TurnTotals } from './totals';

/** Reads of finished turns, for the API. */
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

/** Writes of services during a turn and at its end. */
export interface ArchiveWriter {
  /** May be called before its turn is saved. Idempotent by step and hash. Does nothing for a deleted turn. */
  savePrompt(tenant: string, turnId: string, prompt: SentPrompt): Promise<void>;
  /** Idempotent by tenant and id: the first save counts. A deleted turn is not saved again. */
  save(archived: ArchivedTurn): Promise<void>;
}

/** Deletion, retention and statistics. */
export interface ArchiveAdmin {
  /**
   * Deletes these turns with their prompts, and prevents later saves of them, including turns that are not stored yet.
   */
  delete(tenant: string, turnIds: readonly string[]): Promise<void>;
  /** Totals of all tenants' turns, in no order, for operators. Contains no text of a turn. */
  totals(range: TotalsRange): Promise<readonly TurnTotals[]>;
  /**
   * Removes turns and prompts of all tenants that were asked, sent or deleted before `before` (milliseconds since the
   * epoch). Returns the number of turns.
   */
  prune(before: number): Promise<number>;
}

/**
 * The index from cited files to the turns that cite them, for background work over all tenants. A saved turn enters it
 * at once, and leaves it when it is deleted or pruned.
 */
export interface ArchiveCitations {
  /** Adds at most `limit` turns that an earlier Quarry saved. Returns how many; 0 once it has added all. */
  indexEarlier(limit: number): Promise<number>;
  /** Turns with a citation that was never compared, at most `limit`, in no order. */
  uncompared(limit: number): Promise<readonly TurnName[]>;
  /** Repositories that kept turns cite, as the stores name them. */
  citedRepositories(): Promise<readonly string[]>;
  /** What the states of citations of a repository were decided with, each value once. */
  seen(repository: string): Promise<readonly Seen[]>;
  /** Turns with a citation whose state was decided with one of these values. */
  citing(repository: string, seen: readonly Seen[]): Promise<readonly TurnName[]>;
  /** The citations of a turn; null if it is not stored. */
  citations(turn: TurnName): Promise<KeptCitations | null>;
  /** Replaces what is stored of these citations, and the state of the turn. Does nothing if the turn is not stored. */
  mark(turn: TurnName, kept: KeptCitations): Promise<void>;
}

/**
 * Stores finished turns, each with its log and the prompts of its model calls. Everything except `prune`, `totals` and
 * the index of citations is scoped by tenant: turns of other tenants do not exist for it. Deleted turns stay deleted,
 * even if they are saved later.
 *
 * @example
 * await archive.save({ turn, events });
 * const newest = await archive.list('acme', { pipeline: 'default' }, { limit: 50 });
 */
export interface TurnArchive extends ArchiveReader, ArchiveWriter, ArchiveAdmin, ArchiveCitations {
  /**
   * Checks that the store can be used now. @throws Fault `store_unavailable` (retryable) that says what was tried and
   * what to do
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}
