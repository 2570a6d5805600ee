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

/** Lets the turn go on (null), stops it with a reason, or takes requests off the list because they cannot bring anything. */
export type Ruling =
  Stop | { readonly refused: readonly { readonly need: Need; readonly why: string }[] } | null;

/** One reason to end the loop. Rules are asked in order; the first stop wins. */
export interface GuardRule {
  readonly name: string;
  judge(view: GuardView): Ruling | Promise<Ruling>;
}
