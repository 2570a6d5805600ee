import type { Catalog } from './catalog';
import { compile } from './compile';
import type { CompiledPipeline } from './compiled';
import { readDefinition } from './definition';
import { PipelineLibrary } from './inherit';
import { CheckedPrompts, type LoadOptions } from './load';
import { ProblemList, type Problem } from './problem';
import { PIPELINE_FILE, type PipelineSources } from './sources';
import { readYaml } from './yaml/read';

/** What a text that wants to be a `pipeline.yaml` turned out to be. */
export interface CheckedText {
  /** Path that its problems name: that of the pipeline whose name it has, else one that no folder has. */
  readonly file: string;
  /** Its name; null where it could not be read so far. */
  readonly name: string | null;
  /** Null where it has an error, or is abstract. */
  readonly pipeline: CompiledPipeline | null;
  /** What is wrong in it, in the files that it extends, and in the prompts that it names. */
  readonly problems: readonly Problem[];
}

/** Folders whose names begin with a dot are never read, so nothing can be here. */
const NOWHERE = '.text';

/**
 * Checks the text of a `pipeline.yaml` as if it lay among `sources`, within the same limits as a file. A text with the name of
 * a pipeline takes its place, with its prompts; any other lies in a folder of its own beside them, without prompts. Never throws.
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
    // Prompts are checked only where this pipeline names them; other YAML files are none of its business.
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
