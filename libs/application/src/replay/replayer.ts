import type { CompiledPipeline } from '@quarry/pipeline';
import type { Replay, ReplayOptions, TurnRecord } from './replay';

/** Runs the hops of a finished turn again, isolated from every store that it could change. */
export interface Replayer {
  /** @param pipeline the current version of the turn's pipeline */
  replay(record: TurnRecord, pipeline: CompiledPipeline, options: ReplayOptions): Promise<Replay>;
}

/** Injection token of the {@link Replayer}. The composition root provides it, because it knows all actions. */
export const REPLAYER = Symbol('replayer');
