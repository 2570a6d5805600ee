import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Need, Stop, Turn } from '@quarry/turn';

/** What a rule may look at. `open` are the requests that another pass would serve. */
export interface GuardView {
  readonly turn: Turn;
  readonly settings: Readonly<PipelineSettings>;
  readonly open: readonly Need[];
  readonly now: number;
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}

/** A request that is taken off the list because it cannot bring anything, and why, in a clause. */
export interface Refusal {
  readonly need: Need;
  readonly why: string;
}

/** Lets the turn go on (null), stops it with a reason, or takes requests off the list; a stop may say why for each request. */
export type Ruling =
  (Stop & { readonly refused?: readonly Refusal[] }) | { readonly refused: readonly Refusal[] } | null;

/** One reason to end the loop. Rules are asked in order; the first stop wins. */
export interface GuardRule {
  readonly name: string;
  /** True for what a turn may spend: asked also where a pipeline's list of rules leaves it out. */
  readonly limit?: true;
  judge(view: GuardView): Ruling | Promise<Ruling>;
}
