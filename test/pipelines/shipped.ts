import { advance, settingsFor, stepAt, type CompiledPipeline, type CompiledStep } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import type { Depth } from '@quarry/turn';

const loaded = loadAllPipelines(readConfig({}, {}));

/** A built-in pipeline, compiled from its YAML, as every process loads it. */
export function shipped(name: string): CompiledPipeline {
  const found = loaded.pipelines.find((pipeline) => pipeline.name === name);
  if (!found) throw new Error(`There is no pipeline ${name}.`);
  return found;
}

export const SHIPPED = loaded.pipelines.map(({ name }) => name);

/** The outcomes that a turn meets: step → outcome. */
export interface Course {
  readonly outcomes?: Readonly<Record<string, string>>;
  readonly depth?: Depth;
}

/** More steps than any path that ends. */
const MOST_STEPS = 300;

/**
 * The steps of a turn to its end, by the same `advance` that a real one uses. If the outcomes of a step diverge,
 * `outcomes` selects one; by default it is `ok`, or the depth, or `other` of a step that answers some questions
 * itself, or `again` of a guard for as many passes as the pipeline allows.
 */
export function wayOf(pipeline: CompiledPipeline, course: Course = {}): readonly CompiledStep[] {
  const { outcomes = {}, depth = 'auto' } = course;
  const settings = settingsFor(pipeline.settings, { depth, budget: {} });
  const way: CompiledStep[] = [];
  let position = { at: settings.entry_step_id, loops: 0 };
  while (way.length < MOST_STEPS) {
    const step = stepAt(pipeline, position.at);
    way.push(step);
    const next = advance({ ...pipeline, settings }, position, outcomes[step.id] ?? usualOutcome(step, depth));
    if (next.kind === 'end') return way;
    position = next.position;
  }
  throw new Error(`${pipeline.name} has no end: … ${idsOf(way.slice(-10)).join(' → ')}`);
}

function usualOutcome({ id, on, end, guard }: CompiledStep, depth: Depth): string {
  const usual = end
    ? 'ok'
    : [guard ? 'again' : 'ok', depth, 'other'].find((outcome) => on[outcome] !== undefined);
  if (usual !== undefined) return usual;
  const [outcome = '', ...others] = Object.keys(on);
  if (others.some((other) => on[other] !== on[outcome])) throw new Error(`What is the outcome of ${id}?`);
  return outcome;
}

export function idsOf(way: readonly CompiledStep[]): readonly string[] {
  return way.map(({ id }) => id);
}

/** The steps of a path that write, ask or judge: one model call each. */
export function callsOf(way: readonly CompiledStep[]): readonly string[] {
  return idsOf(way.filter(({ action }) => action === 'call_model'));
}

/** The actions of a path's steps, from the last `from`, or the start, to the first `to` after it, both included. */
export function actionsOf(way: readonly CompiledStep[], from: string, to: string): readonly string[] {
  const start = idsOf(way).indexOf(from);
  const length = idsOf(way.slice(start)).indexOf(to) + 1;
  return way.slice(start, start + length).map(({ action }) => action);
}
