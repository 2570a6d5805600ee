import type { CompiledPipeline } from '@quarry/pipeline';
import type { TurnEvent } from '@quarry/turn';
import type { TurnFields } from '../turn-fields';
import type { TurnFacts } from './turn-facts';

/** The changes to one turn by one step of the hop protocol. */
export interface TurnNote {
  readonly id: string;
  readonly facts: TurnFacts;
  /** Changed fields of the document; all of them for a new turn. */
  readonly fields: TurnFields;
  /** Events that were not recorded before, in order. */
  readonly events: readonly TurnEvent[];
  /** For a new turn: the parameters of the question, and the turn's pipeline. */
  readonly opening?: {
    readonly pipeline: string;
    readonly compiled: CompiledPipeline | undefined;
    readonly key: NotedKey | undefined;
  };
}

/** An idempotency key, and when it expires, in milliseconds since the epoch. */
export interface NotedKey {
  readonly tenant: string;
  readonly key: string;
  readonly turnId: string;
  readonly expiresAt: number;
}

/** A turn as it was last recorded. */
export interface NotedTurn {
  readonly facts: TurnFacts;
  readonly fields: TurnFields;
  readonly events: readonly TurnEvent[];
  /** When it was last recorded, in milliseconds since the epoch. */
  readonly notedAt: number;
}

/** Everything in the journal. */
export interface Noted {
  /** In the order in which they were accepted. */
  readonly turns: readonly NotedTurn[];
  readonly keys: readonly NotedKey[];
  readonly pipelines: readonly CompiledPipeline[];
  /** True if a stop of the recording process was requested; false if it died. */
  readonly stopped: boolean;
}

/**
 * Where a carrier in one process records what must outlive that process. Every call is synchronous and atomic: if it
 * throws, nothing of it is recorded, and the carrier continues as if it had not been called.
 */
export interface TurnJournal {
  /**
   * Opens the journal for this process, and returns its content with warnings for the operator.
   * @throws Fault `store_unavailable` (retryable) if another process has it open, or if it is unusable
   */
  open(): { readonly noted: Noted; readonly warnings: readonly string[] };
  /** @throws Fault `store_unavailable` (retryable) on a full disk, `index_damaged` */
  note(notes: readonly TurnNote[]): void;
  /** Deletes these turns, and the keys that expired before `now` (milliseconds since the epoch). */
  forget(turnIds: readonly string[], now: number): void;
  /** A stop of this process was requested: hops that still run when it ends do not count as attempts. */
  stopping(): void;
  close(): void;
}

const NOTHING: Noted = { turns: [], keys: [], pipelines: [], stopped: false };

/** For a carrier without persistence. */
export const NO_JOURNAL: TurnJournal = {
  open: () => ({ noted: NOTHING, warnings: [] }),
  note: () => undefined,
  forget: () => undefined,
  stopping: () => undefined,
  close: () => undefined,
};
