import type { CompiledPipeline } from '@quarry/pipeline';
import type { TurnEvent } from '@quarry/turn';
import type { TurnFields } from '../turn-fields';
import type { TurnFacts } from './turn-facts';

/** What one step of the hop protocol makes of one turn. */
export interface TurnNote {
  readonly id: string;
  readonly facts: TurnFacts;
  /** Fields of the document that changed; all of them where the turn begins. */
  readonly fields: TurnFields;
  /** Events that were not noted before, in order. */
  readonly events: readonly TurnEvent[];
  /** Where the turn begins: what it was asked with, and the pipeline that it keeps. */
  readonly opening?: {
    readonly pipeline: string;
    readonly compiled: CompiledPipeline | undefined;
    readonly key: NotedKey | undefined;
  };
}

/** An idempotency key, and how long it is kept, in milliseconds since the epoch. */
export interface NotedKey {
  readonly tenant: string;
  readonly key: string;
  readonly turnId: string;
  readonly expiresAt: number;
}

/** A turn as it was last noted. */
export interface NotedTurn {
  readonly facts: TurnFacts;
  readonly fields: TurnFields;
  readonly events: readonly TurnEvent[];
  /** When it was last noted, in milliseconds since the epoch. */
  readonly notedAt: number;
}

/** Everything that was noted and not forgotten since. */
export interface Noted {
  /** In the order in which they were accepted. */
  readonly turns: readonly NotedTurn[];
  readonly keys: readonly NotedKey[];
  readonly pipelines: readonly CompiledPipeline[];
  /** True where somebody asked the process to stop that noted this; false where it died. */
  readonly stopped: boolean;
}

/**
 * Where a carrier in one process notes what must outlive that process. Every call is synchronous and atomic: where it throws, nothing of it is noted, and
 * the carrier goes on as if it had not been called.
 */
export interface TurnJournal {
  /**
   * Takes the journal for this process, and gives what it holds, with warnings for the operator.
   * @throws Fault `store_unavailable` (retryable) where another process has it, or where it cannot be used
   */
  open(): { readonly noted: Noted; readonly warnings: readonly string[] };
  /** @throws Fault `store_unavailable` (retryable) on a full disk, `index_damaged` */
  note(notes: readonly TurnNote[]): void;
  /** Forgets these turns, and the keys that expired before `now` (milliseconds since the epoch). */
  forget(turnIds: readonly string[], now: number): void;
  /** Somebody asked this process to stop: what still runs when it ends is no attempt. */
  stopping(): void;
  close(): void;
}

const NOTHING: Noted = { turns: [], keys: [], pipelines: [], stopped: false };

/** For a carrier of which nothing outlives the process. */
export const NO_JOURNAL: TurnJournal = {
  open: () => ({ noted: NOTHING, warnings: [] }),
  note: () => undefined,
  forget: () => undefined,
  stopping: () => undefined,
  close: () => undefined,
};
