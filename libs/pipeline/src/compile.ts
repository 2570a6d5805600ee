import { posix } from 'node:path';
import { defined } from '@quarry/turn';
import type { CompiledPipeline, CompiledStep, Prompt } from './compiled';
import { deepFreeze, digestOf, jsonCopy } from './canonical';
import { checkBudget } from './check/budget';
import { checkStep, type CheckedStep, type StepContext } from './check/check-step';
import { checkClass } from './check/class-check';
import { checkGraph } from './check/graph';
import type { MergedPipeline } from './inherit';
import { suggestion } from './nearest';
import { originOf, type PipelineOrigin } from './origin';
import { quote, type Place, type ProblemList, type Report } from './problem';
import type { CheckedPrompt } from './prompt-file';
import { PipelineSettings } from './settings';
import { folderOf } from './sources';
import { locate, textOf } from './yaml/located';

export interface CompileContext extends StepContext {
  readonly problems: ProblemList;
  readonly prompts: PromptLibrary;
  readonly edgeKinds: readonly string[] | undefined;
}

/** Prompt files, each read and checked once. */
export interface PromptLibrary {
  /** Paths of all Markdown files. */
  readonly names: readonly string[];
  has(path: string): boolean;
  /** Undefined if the file has errors, which are reported. */
  get(path: string): CheckedPrompt | undefined;
}

/** Far above what a pipeline needs. Limits the cost of the checks. */
const MAX_STEPS = 200;

/** A valid pipeline, and where its parts come from. */
export interface Compiled {
  readonly pipeline: CompiledPipeline;
  readonly origin: PipelineOrigin;
}

/** Validates a merged pipeline; undefined if it has an error or is abstract. */
export function compile(merged: MergedPipeline, context: CompileContext): Compiled | undefined {
  const { definition } = merged;
  const report = context.problems.report(definition);
  if (merged.steps.size > MAX_STEPS) {
    report.error(definition.at, `the pipeline has more than ${MAX_STEPS} steps`);
    return undefined;
  }
  const settings = checkSettings(merged, context, report);
  const steps = new Map<string, CheckedStep>();
  for (const step of merged.steps.values()) steps.set(step.id, checkStep(step, context, report));
  const prompts = checkPrompts(merged, steps, settings, context, report);
  if (definition.abstract) return undefined;
  const id = textOf(merged.settings.get('entry_step_id')?.value);
  const entry =
    id === undefined ? undefined : { id, at: locate(merged.settings, ['entry_step_id'], definition.at) };
  checkGraph(steps, entry, definition.at, report);
  if (report.errors() > 0 || !settings || !merged.sound) return undefined;
  const body = {
    description: definition.description,
    settings: jsonCopy(settings),
    steps: Object.fromEntries([...steps].map(([key, step]) => [key, compileStep(step)])),
    prompts: Object.fromEntries([...prompts].map(([name, { prompt }]) => [name, prompt])),
  };
  const paths = new Map([...prompts].map(([name, { path }]) => [name, path]));
  const pipeline = deepFreeze({ name: definition.name, digest: digestOf(body), ...body });
  return { pipeline, origin: originOf(merged, paths) };
}

function checkSettings(
  merged: MergedPipeline,
  context: CompileContext,
  report: Report,
): PipelineSettings | undefined {
  const { definition } = merged;
  const subject = { noun: 'setting', owner: '', at: definition.at } as const;
  // An abstract base may leave the entry to its children.
  const open = definition.abstract && !merged.settings.has('entry_step_id');
  const entries = open
    ? new Map([...merged.settings, ['entry_step_id', placeholder(definition.at)] as const])
    : merged.settings;
  const settings = checkClass(PipelineSettings, entries, subject, report);
  const kinds = context.edgeKinds;
  if (!settings || !kinds) return settings;
  settings.graph_edge_allowlist.forEach((kind, index) => {
    if (kinds.includes(kind)) return;
    const at = locate(merged.settings, ['graph_edge_allowlist', String(index)], definition.at);
    report.error(
      at,
      `setting 'graph_edge_allowlist': unknown edge kind ${quote(kind)}${suggestion(kind, kinds)}`,
    );
  });
  return settings;
}

function placeholder(at: Place) {
  return { at, value: { kind: 'scalar', at, value: 'open' } } as const;
}

/**
 * Finds and checks the prompts that steps name: first in the pipeline's own folder, then in its parent's, up to the
 * root's.
 */
function checkPrompts(
  merged: MergedPipeline,
  steps: ReadonlyMap<string, CheckedStep>,
  settings: PipelineSettings | undefined,
  context: CompileContext,
  report: Report,
): Map<string, { readonly prompt: Prompt; readonly path: string }> {
  const folders = merged.files.map(folderOf);
  const prompts = new Map<string, { readonly prompt: Prompt; readonly path: string }>();
  for (const step of steps.values()) {
    for (const { file, at } of step.prompts) {
      const path = findPrompt(file, folders, context.prompts);
      if (typeof path !== 'string') {
        // A child may add prompts that its abstract base only names.
        if (!merged.definition.abstract || !path.absent) report.error(at, path.problem);
        continue;
      }
      const before = report.errors();
      const checked = context.prompts.get(path);
      if (!checked) {
        report.error(at, `the prompt ${quote(file)} has errors`);
        continue;
      }
      if (settings && !merged.definition.abstract) checkBudget(step.id, checked, settings, at, report);
      if (report.errors() === before) prompts.set(file, { prompt: checked.prompt, path });
    }
  }
  return prompts;
}

function findPrompt(
  file: string,
  folders: readonly string[],
  prompts: PromptLibrary,
): string | { readonly problem: string; readonly absent?: true } {
  const inside = posix.normalize(file);
  if (!file.endsWith('.md'))
    return { problem: `a prompt is a Markdown file (.md), which ${quote(file)} is not` };
  if (/^(\.\.\/|\/|[A-Za-z]:)/.test(inside) || /[\\\0]/.test(file)) {
    return { problem: `the prompt ${quote(file)} leaves the pipeline's folder` };
  }
  const path = folders
    .map((folder) => posix.join(folder, inside))
    .find((candidate) => prompts.has(candidate));
  if (path !== undefined) return path;
  const near = folders.flatMap((folder) =>
    prompts.names
      .filter((name) => name.startsWith(`${folder}/`))
      .map((name) => name.slice(folder.length + 1)),
  );
  return { problem: `there is no prompt ${quote(file)}${suggestion(file, near)}`, absent: true };
}

function compileStep(step: CheckedStep): CompiledStep {
  return {
    id: step.id,
    service: step.spec?.service ?? '',
    action: step.spec?.name ?? '',
    params: step.params ?? {},
    on: Object.fromEntries(step.edges.map(({ outcome, to }) => [outcome, to])),
    end: step.end,
    guard: step.guard,
    ...(step.guard && (step.params?.['counts'] ?? 'passes') !== 'passes' ? { within: true } : {}),
    ...defined({ away: step.away }),
  };
}
