import { posix } from 'node:path';
import type { Catalog } from './catalog';
import type { ProtocolSpec } from './check/check-step';
import { compile, type PromptLibrary } from './compile';
import type { CompiledPipeline } from './compiled';
import { PipelineLibrary } from './inherit';
import type { PipelineOrigin } from './origin';
import { compareText, ProblemList, type Problem } from './problem';
import { readPromptFile, type CheckedPrompt } from './prompt-file';
import { readFolders, type PipelineSources } from './sources';

export interface LoadOptions {
  /** Reply protocols that steps may name. */
  readonly protocols: readonly ProtocolSpec[];
  /** Edge kinds that `graph_edge_allowlist` may name; any if absent. */
  readonly edgeKinds?: readonly string[];
  /**
   * Reads only pipelines whose folders have these names, and their parents; problems of others are not reported. All by
   * default.
   */
  readonly only?: readonly string[];
}

export interface LoadedPipelines {
  /** Pipelines that can be asked: valid ones that are not abstract, by name. */
  readonly pipelines: readonly CompiledPipeline[];
  /** All problems in all files, by file and place. */
  readonly problems: readonly Problem[];
  /** Name → the pipeline's own file, its parent's, …, the root's. Includes abstract and faulty pipelines. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Name of a pipeline that can be asked → where its parts come from. */
  readonly origins: ReadonlyMap<string, PipelineOrigin>;
  /** The files that were read. */
  readonly sources: PipelineSources;
}

/**
 * Reads, merges, validates and compiles pipelines (003 §10–§11). `from` are folders that contain pipelines or are
 * pipelines themselves, or files that were already read. Never throws for the content of a file: problems are data. A
 * faulty pipeline prevents only pipelines that extend it from being loaded.
 *
 * @example
 * const { pipelines, problems } = loadPipelines(['./pipelines'], catalog, { protocols: PROTOCOLS });
 * for (const problem of problems) console.error(formatProblem(problem, process.cwd()));
 */
export function loadPipelines(
  from: readonly string[] | PipelineSources,
  catalog: Catalog,
  options: LoadOptions,
): LoadedPipelines {
  const problems = new ProblemList();
  const sources = 'files' in from ? from : readFolders(from, problems.report());
  const library = new PipelineLibrary(sources, problems, options.only);
  const prompts = new CheckedPrompts(sources.files, problems);
  const context = { catalog, protocols: options.protocols, edgeKinds: options.edgeKinds, problems, prompts };
  const pipelines: CompiledPipeline[] = [];
  const files = new Map<string, readonly string[]>();
  const origins = new Map<string, PipelineOrigin>();
  for (const definition of library.all()) {
    const merged = library.merge(definition);
    files.set(definition.name, merged?.files ?? [definition.file]);
    const compiled = merged && compile(merged, context);
    if (!compiled) continue;
    pipelines.push(compiled.pipeline);
    origins.set(definition.name, compiled.origin);
  }
  return {
    pipelines: pipelines.sort((a, b) => compareText(a.name, b.name)),
    problems: problems.sorted(),
    files,
    origins,
    sources,
  };
}

/** Prompt files of the sources, each checked once. */
export class CheckedPrompts implements PromptLibrary {
  readonly names: readonly string[];
  private readonly checked = new Map<string, CheckedPrompt | undefined>();

  constructor(
    private readonly files: ReadonlyMap<string, string>,
    private readonly problems: ProblemList,
  ) {
    this.names = [...files.keys()].filter((name) => posix.extname(name) === '.md');
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  get(path: string): CheckedPrompt | undefined {
    if (!this.checked.has(path)) {
      this.checked.set(path, readPromptFile(path, this.files.get(path) ?? '', this.problems.report()));
    }
    return this.checked.get(path);
  }
}
