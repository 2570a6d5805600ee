import type { SentPrompt } from '@quarry/turn';
import type { ArchivedTurn } from '@quarry/turn-archive';

/** Which part of the record is replaced by the real service. */
export interface ReplayOptions {
  /** Search the index as it is now, even if it changed after the turn. */
  readonly liveSearch?: boolean;
  /** Ask the configured model; that costs tokens. */
  readonly liveModel?: boolean;
}

/** The complete record of a finished turn. */
export interface TurnRecord extends ArchivedTurn {
  readonly prompts: readonly SentPrompt[];
}

/** The first step that differs from the record. */
export interface Difference {
  /** Number of the step within the turn, from 1. */
  readonly at: number;
  readonly step: string;
  readonly pass: number;
  readonly what: 'prompt' | 'search' | 'route' | 'evidence' | 'effect' | 'answer' | 'end';
  /** Short, human-readable texts. */
  readonly recorded: string;
  readonly cameOut: string;
}

export interface Replay {
  readonly turnId: string;
  /** `incomplete`: everything that could be replayed is the same, but the record lacks what the rest needs. */
  readonly verdict: 'same' | 'different' | 'incomplete';
  readonly pipeline: { readonly recorded: string; readonly replayed: string };
  readonly steps: { readonly recorded: number; readonly replayed: number };
  readonly model: 'recorded' | 'live' | 'extractive';
  readonly searches: 'recorded' | 'live';
  readonly difference: Difference | null;
  /** What was not recorded, not replayed, or has changed since, one sentence each. */
  readonly notes: readonly string[];
  /** What the replay itself used; zero unless it asked the live model. */
  readonly spent: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
}
