import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Need, Stop, Turn } from '@quarry/turn';

/** The input of a rule. `open` are the requests that another pass would serve. */
export interface GuardView {
  readonly turn: Turn;
  readonly settings: Readonly<PipelineSettings>;
  readonly open: readonly Need[];
  readonly now: number;
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}

/** A request that is refused because it cannot find anything, and the reason as a clause. */
export interface Refusal {
  readonly need: Need;
  readonly why: string;
}

/**
 * Continues the loop (null), stops it with a reason, or refuses requests. A stop can give a reason for each request.
 */
export type Ruling =
  (Stop & { readonly refused?: readonly Refusal[] }) | { readonly refused: readonly Refusal[] } | null;

/** One reason to end the loop. Rules are applied in order; the first stop wins. */
export interface GuardRule {
  readonly name: string;
  /** True for limits on what a turn may spend: they apply even if a pipeline's list of rules omits them. */
  readonly limit?: true;
  judge(view: GuardView): Ruling | Promise<Ruling>;
}
