import type { ConfidenceLevel, Outcome, PassageState, SnapshotRef, Turn, TurnEvent } from '@quarry/turn';

/** A finished turn, with its complete log. */
export interface ArchivedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/** An archived turn in a list, without its evidence. */
export interface TurnHead {
  readonly id: string;
  readonly session: string;
  /** `name@digest`. */
  readonly pipeline: string;
  readonly question: { readonly original: string; readonly english: string | null };
  readonly outcome: Outcome;
  readonly reason: string;
  /** The outcome in a few words, as the turn itself has it; absent in turns of older versions. */
  readonly headline?: string;
  /** Fault code if the outcome is `failed`, otherwise null. */
  readonly code: string | null;
  /** Rule that refused another pass; null if none did. */
  readonly stopRule: string | null;
  /**
   * The snapshot, as the stores name it: the one in the question, otherwise the one that was searched; null if neither
   * is known.
   */
  readonly repository: string | null;
  readonly snapshot: string | null;
  /** Instead of both: the snapshots of a turn that is about several, as the stores name them. */
  readonly scope?: readonly SnapshotRef[];
  /** Id of the API key that asked; null without keys. */
  readonly key: string | null;
  /** Turn whose question this one repeats; null if it repeats none. */
  readonly rerunOf: string | null;
  readonly confidence: ConfidenceLevel | null;
  /** The worst state of the lines that it cites; null if they were not compared, or cannot be. */
  readonly staleness: PassageState | null;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly endedAt: number;
  readonly passes: number;
  readonly evidenceCount: number;
  readonly citationCount: number;
  /** Requests for more data, and the number of resolved ones. */
  readonly needs: number;
  readonly needsResolved: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the price table's currency; null if a call has no price. */
  readonly cost: number | null;
}

/** Filter of a list. Absent fields do not restrict it. */
export interface TurnFilter {
  /** One of these turns, at most 1,000. */
  readonly ids?: readonly string[];
  readonly session?: string;
  /** Name of the pipeline, in any version. */
  readonly pipeline?: string;
  readonly outcome?: Outcome;
  readonly stopRule?: string;
  /** As the stores name it: turns that are about it, alone or with others. */
  readonly repository?: string;
  readonly key?: string;
  /** In one of these states. */
  readonly staleness?: readonly PassageState[];
  /** Asked at this time or later, in milliseconds since the epoch. */
  readonly since?: number;
  /** Asked before this time. */
  readonly until?: number;
  /** Words of question or answer, in any order; each may be a prefix of a word there. */
  readonly text?: string;
}

/** Position of the next page: after the last turn of the previous page. Stays valid when turns are added or deleted. */
export type TurnCursor = Pick<TurnHead, 'askedAt' | 'id'>;
