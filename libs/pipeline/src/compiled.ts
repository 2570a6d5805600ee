import type { ActionStore } from './catalog';
import type { PipelineSettings } from './settings';

/** A prompt file: LiquidJS templates for the two messages. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** What becomes of a step whose store is away. */
export interface StoreAway {
  readonly store: ActionStore;
  /** `on_unavailable`: the outcome with which the turn goes on without the store; null where it cannot. */
  readonly outcome: string | null;
  /** Seconds that the step is tried again; null: as long as the pipeline's settings say. */
  readonly retrySeconds: number | null;
}

export interface CompiledStep {
  readonly id: string;
  readonly service: string;
  readonly action: string;
  /** Validated parameters, with defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Outcome → next step's id; every outcome that the action declares is there. Empty for a last step. */
  readonly on: Readonly<Record<string, string>>;
  /** True for a last step: after it the turn is over. */
  readonly end: boolean;
  /** True for a `loop-guard` step: its outcome `again` is what a cycle must pass. */
  readonly guard: boolean;
  /** True for a guard whose `again` goes on within the pass: it counts something else than passes, and holds its own limit. */
  readonly within?: true;
  /** Absent where the action works on no store, and in pipelines of older gateways. */
  readonly away?: StoreAway;
}

/** A pipeline after inheritance, validation and defaults: JSON-safe, immutable, known by its digest. */
export interface CompiledPipeline {
  readonly name: string;
  /** First 16 hex digits of the SHA-256 of everything below, canonically serialised. */
  readonly digest: string;
  readonly description: string;
  readonly settings: Readonly<PipelineSettings>;
  readonly steps: Readonly<Record<string, CompiledStep>>;
  /** Prompt file name relative to the pipeline folder (`prompts/answer.md`) → prompt. */
  readonly prompts: Readonly<Record<string, Prompt>>;
}

/** `name@digest`. */
export function pipelineRef(pipeline: Pick<CompiledPipeline, 'name' | 'digest'>): string {
  return `${pipeline.name}@${pipeline.digest}`;
}
