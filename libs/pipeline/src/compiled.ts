import type { ActionStore } from './catalog';
import type { PipelineSettings } from './settings';

/** A prompt file: LiquidJS templates for the two messages. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** Behaviour of a step whose store is unavailable. */
export interface StoreAway {
  readonly store: ActionStore;
  /** `on_unavailable`: the outcome with which the turn continues without the store; null if it cannot. */
  readonly outcome: string | null;
  /** Seconds that the step is retried; null: as the pipeline's settings say. */
  readonly retrySeconds: number | null;
}

export interface CompiledStep {
  readonly id: string;
  readonly service: string;
  readonly action: string;
  /** Validated parameters, with defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Outcome → id of the next step, for every outcome that the action declares. Empty for a last step. */
  readonly on: Readonly<Record<string, string>>;
  /** True for a last step: the turn is over after it. */
  readonly end: boolean;
  /** True for a `loop-guard` step: every cycle must pass its outcome `again`. */
  readonly guard: boolean;
  /** True for a guard whose `again` stays within the pass: it has its own limit, and does not count passes. */
  readonly within?: true;
  /** Absent if the action uses no store, and in pipelines of older gateways. */
  readonly away?: StoreAway;
}

/** A pipeline after inheritance, validation and defaults: JSON-safe, immutable, identified by its digest. */
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
