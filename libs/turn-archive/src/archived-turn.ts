import type { ConfidenceLevel, Outcome, Turn, TurnEvent } from '@quarry/turn';

/** A turn that has ended, with its whole log. */
export interface ArchivedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/** An archived turn as lists show it: without what it found. */
export interface TurnHead {
  readonly id: string;
  readonly session: string;
  /** `name@digest`. */
  readonly pipeline: string;
  readonly question: { readonly original: string; readonly english: string | null };
  readonly outcome: Outcome;
  readonly reason: string;
  /** Fault code where the outcome is `failed`, else null. */
  readonly code: string | null;
  /** Rule that refused another pass; null where none did. */
  readonly stopRule: string | null;
  /** As the stores name it: the one that the question named, else the one that was searched; null where neither is known. */
  readonly repository: string | null;
  readonly snapshot: string | null;
  /** Id of the API key that asked; null without keys. */
  readonly key: string | null;
  /** Turn of which this one asks the question again; null where it does not. */
  readonly rerunOf: string | null;
  readonly confidence: ConfidenceLevel | null;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly endedAt: number;
  readonly passes: number;
  readonly evidenceCount: number;
  readonly citationCount: number;
  /** Requests for more data, and those of them that were found. */
  readonly needs: number;
  readonly needsResolved: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the price table's currency; null where a call has no price. */
  readonly cost: number | null;
}

/** Which turns a list is to have; what is absent does not narrow it. */
export interface TurnFilter {
  readonly session?: string;
  /** Name of the pipeline, whatever its version. */
  readonly pipeline?: string;
  readonly outcome?: Outcome;
  readonly stopRule?: string;
  /** As the stores name it. */
  readonly repository?: string;
  readonly key?: string;
  /** Asked then or later, in milliseconds since the epoch. */
  readonly since?: number;
  /** Asked before then. */
  readonly until?: number;
  /** Words of question or answer, in any order; each may be the beginning of a word there. */
  readonly text?: string;
}

/** Where a list goes on: after the last turn of the page before. Stays right when turns are added or deleted. */
export type TurnCursor = Pick<TurnHead, 'askedAt' | 'id'>;
