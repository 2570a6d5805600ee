import { suggestion, type CompiledPipeline } from '@quarry/pipeline';
import { Fault } from '@quarry/turn';

/** The pipeline of that name. @throws Fault `pipeline_unknown` with the nearest name. */
export function findPipeline(pipelines: readonly CompiledPipeline[], name: string): CompiledPipeline {
  const found = pipelines.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = pipelines.map((candidate) => candidate.name);
  throw new Fault(
    'pipeline_unknown',
    `There is no pipeline '${name.slice(0, 100)}'${suggestion(name, names)}`,
  );
}
