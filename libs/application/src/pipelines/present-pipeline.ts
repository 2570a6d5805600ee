import type {
  Immutable,
  PipelineDetailDto,
  PipelinePlaceDto,
  PipelinePromptDto,
  PipelineSettingDto,
  StepDto,
} from '@quarry/client';
import {
  SETTING_REFERENCE,
  type CompiledPipeline,
  type LoadedPipelines,
  type PipelineOrigin,
  type Place,
} from '@quarry/pipeline';
import { presentProblem } from './present-problem';
import { shownPath } from './shown-path';

/** Settings and their defaults are JSON values: pipeline validation accepts nothing else. */
type SettingValue = Immutable<PipelineSettingDto>['value'];
type SettingDefault = Immutable<PipelineSettingDto>['default'];

/** A published pipeline, with the origins in its files if these have not changed since it was compiled. */
export function presentPipeline(
  pipeline: CompiledPipeline,
  loaded: LoadedPipelines,
): Immutable<PipelineDetailDto> {
  const { name, digest, description, settings } = pipeline;
  const { roots } = loaded.sources;
  const same = loaded.pipelines.some((one) => one.name === name && one.digest === digest);
  const origin = same ? loaded.origins.get(name) : undefined;
  const used = new Set([
    ...(origin?.files ?? []).map(({ file }) => file),
    ...(origin?.prompts.values() ?? []),
  ]);
  return {
    name,
    digest,
    description,
    entry: settings.entry_step_id,
    settings,
    steps: presentSteps(pipeline, (id) => placeOf(origin, origin?.steps.get(id), roots)),
    files: (origin?.files ?? []).map((one) => ({ pipeline: one.pipeline, file: shownPath(one.file, roots) })),
    filesChanged: !same,
    settingSources: SETTING_REFERENCE.map((reference): Immutable<PipelineSettingDto> => ({
      ...reference,
      value: valueAt(settings, reference.name) as SettingValue,
      default: (reference.default ?? null) as SettingDefault,
      source: placeOf(origin, origin?.settings.get(reference.name), roots),
    })),
    prompts: presentPrompts(pipeline, origin, roots),
    warnings: loaded.problems
      .filter(({ file, severity }) => severity === 'warning' && used.has(file))
      .map((problem) => presentProblem(problem, roots)),
  };
}

/** @param source returns the place where a step is defined; null if unknown */
export function presentSteps(
  pipeline: CompiledPipeline,
  source: (id: string) => Immutable<PipelinePlaceDto> | null,
): Immutable<StepDto>[] {
  return Object.values(pipeline.steps).map(({ id, service, action, params, on, end, guard, away }) => ({
    id,
    service,
    action,
    params,
    on,
    onUnavailable: away?.outcome ?? null,
    end,
    guard,
    source: source(id),
  }));
}

function presentPrompts(
  { prompts, steps }: CompiledPipeline,
  origin: PipelineOrigin | undefined,
  roots: readonly string[],
): Immutable<PipelinePromptDto>[] {
  return Object.entries(prompts).map(([name, { system, user }]) => {
    const file = origin?.prompts.get(name);
    return {
      name,
      steps: Object.values(steps)
        .filter(({ params }) => Object.values(params).includes(name))
        .map(({ id }) => id),
      system,
      user,
      file: file === undefined ? null : shownPath(file, roots),
    };
  });
}

function placeOf(
  origin: PipelineOrigin | undefined,
  place: Place | undefined,
  roots: readonly string[],
): Immutable<PipelinePlaceDto> | null {
  const owner = origin?.files.find(({ file }) => file === place?.file);
  return place && owner
    ? { pipeline: owner.pipeline, file: shownPath(place.file, roots), line: place.line }
    : null;
}

function valueAt(settings: object, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => {
    const inside = typeof value === 'object' && value !== null ? value : {};
    return key in inside ? (inside as Readonly<Record<string, unknown>>)[key] : null;
  }, settings);
}
