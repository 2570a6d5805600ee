import { Fault } from '@quarry/turn';
import type { CompiledPipeline, CompiledStep } from './compiled';

/** The position of a turn in its pipeline. */
export interface Position {
  /** Id of the next step. */
  readonly at: string;
  /** Follow-up iterations so far (003 `turn_loop_counter`). */
  readonly loops: number;
}

export type Advance =
  | { readonly kind: 'step'; readonly position: Position; readonly outcome: string }
  | { readonly kind: 'end'; readonly outcome: string };

/**
 * The next position after the step at `position` returned `outcome`; pure. A guard's `again` counts one iteration, and
 * is treated as `stop` once `max_turn_loops` is reached. Since every cycle passes a guard, no pipeline that the
 * validator accepts can run forever. The `again` of a guard within a pass counts no iteration: it has its own limit, in
 * addition to the carrier's limit of hops.
 * @throws Fault `internal` for a step or an outcome that the pipeline does not have
 *
 * @example
 * const next = advance(pipeline, { at: 'guard', loops: 0 }, 'again');
 * if (next.kind === 'end') console.log(next.outcome);
 */
export function advance(pipeline: CompiledPipeline, position: Position, outcome: string): Advance {
  const step = stepAt(pipeline, position.at);
  const again = step.guard && step.within !== true && outcome === 'again';
  const exhausted = again && position.loops >= pipeline.settings.max_turn_loops;
  const effective = exhausted ? 'stop' : outcome;
  if (step.end) return { kind: 'end', outcome: effective };
  const next = Object.hasOwn(step.on, effective) ? step.on[effective] : undefined;
  if (next === undefined) {
    throw new Fault(
      'internal',
      `Step '${step.id}' of pipeline '${pipeline.name}' gave outcome '${effective}', for which it has no transition.`,
    );
  }
  return {
    kind: 'step',
    outcome: effective,
    position: { at: next, loops: position.loops + (again && !exhausted ? 1 : 0) },
  };
}

/** The step with that id. @throws Fault `internal` if it does not exist */
export function stepAt(pipeline: CompiledPipeline, id: string): CompiledStep {
  const step = Object.hasOwn(pipeline.steps, id) ? pipeline.steps[id] : undefined;
  if (!step) throw new Fault('internal', `Pipeline '${pipeline.name}' has no step '${id}'.`);
  return step;
}
