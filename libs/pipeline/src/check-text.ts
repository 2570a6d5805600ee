import type { Catalog } from './catalog';
import { compile } from './compile';
import type { CompiledPipeline } from './compiled';
import { readDefinition } from './definition';
import { PipelineLibrary } from './inherit';
import { CheckedPrompts, type LoadOptions } from './load';
import { ProblemList, type Problem } from './problem';
import { PIPELINE_FILE, type PipelineSources } from './sources';
import { readYaml } from './yaml/read';

/** The result of checking a text as a `pipeline.yaml`. */
export interface CheckedText {
  /** Path in its problems: that of the pipeline with the same name, or else one that no folder has. */
  readonly file: string;
  /** Its name; null if it could not be read. */
  readonly name: string | null;
  /** Null if it has an error, or is abstract. */
  readonly pipeline: CompiledPipeline | null;
  /** Problems in the text, in the files that it extends, and in the prompts that it names. */
  readonly problems: readonly Problem[];
}

/** Folders whose names start with a dot are never read, so this path is free. */
const NOWHERE = '.text';

/**
 * Checks the text of a `pipeline.yaml` as if it were one of `sources`, within the limits of a file. A text with the
 * name of a pipeline replaces it, and has its prompts; any other is in a separate folder next to them, without prompts.
 * Never throws.
 *
 * @example
 * const { pipeline, problems } = checkPipelineText(yaml, sources, catalog, options);
 */
export function checkPipelineText(
  text: string,
  sources: PipelineSources,
  catalog: Catalog,
  options: LoadOptions,
): CheckedText {
  const file = placeFor(text, sources);
  const files = new Map([...sources.files, [file, text]]);
  const problems = new ProblemList();
  const library = new PipelineLibrary({ roots: sources.roots, files }, problems);
  const definition = library.all().find((candidate) => candidate.file === file);
  const merged = definition && library.merge(definition);
  const prompts = new CheckedPrompts(files, problems);
  const context = { catalog, protocols: options.protocols, edgeKinds: options.edgeKinds, problems, prompts };
  const compiled = merged && compile(merged, context);
  const own = new Set([file, ...(merged?.files ?? [])]);
  return {
    file,
    name: definition?.name ?? null,
    pipeline: compiled?.pipeline ?? null,
    // Prompts are checked only if this pipeline names them. Other YAML files are not checked.
    problems: problems.sorted().filter((problem) => own.has(problem.file) || problem.file.endsWith('.md')),
  };
}

function placeFor(text: string, sources: PipelineSources): string {
  const [root = ''] = sources.roots;
  const nowhere = `${root === '' ? '' : `${root}/`}${NOWHERE}/${PIPELINE_FILE}`;
  const unheard = new ProblemList();
  const document = readYaml(nowhere, text, unheard.report());
  const name = document && readDefinition(nowhere, document, unheard.report())?.name;
  const known = new PipelineLibrary(sources, unheard).all().find((definition) => definition.name === name);
  return known?.file ?? nowhere;
}
