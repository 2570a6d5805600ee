import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { EDGE_KINDS } from '@quarry/graph-store';
import {
  formatProblem,
  loadPipelines,
  suggestion,
  type CompiledPipeline,
  type LoadedPipelines,
  type LoadOptions,
} from '@quarry/pipeline';
import type { QuarryConfig } from '@quarry/platform';
import { PROTOCOLS } from '@quarry/protocol';
import { Fault } from '@quarry/turn';
import { CATALOG } from './services';

/** The built-in pipelines; the path is the same from the sources and from the build. */
const BUILT_IN = resolve(__dirname, '../../../pipelines');

/** What steps and settings may name in addition to actions. */
export const CHECK_OPTIONS: LoadOptions = { protocols: PROTOCOLS, edgeKinds: EDGE_KINDS };

/**
 * Loads the built-in pipelines and those of the configured folders, with all their problems. With `only` (names or
 * folders at any path), just these and the problems in their files.
 * @throws Fault `pipeline_unknown` for an unknown name, `path_not_found` for a missing folder
 */
export function loadAllPipelines(config: QuarryConfig, only: readonly string[] = []): LoadedPipelines {
  const folders = only.filter((item) => item.includes('/') || existsSync(item)).map((item) => resolve(item));
  for (const folder of folders)
    if (!existsSync(folder)) throw new Fault('path_not_found', `There is no folder '${folder}'.`);
  const roots = rootsOf(config);
  const outside = folders.filter(
    (folder) => !roots.some((root) => folder === root || folder.startsWith(`${root}/`)),
  );
  const loaded = loadPipelines([...roots, ...outside], CATALOG, CHECK_OPTIONS);
  if (only.length === 0) return loaded;

  const names = only.filter((item) => !folders.includes(resolve(item)));
  // A pipeline that cannot be read has no name yet, only that of its folder.
  const unreadable = loaded.problems
    .map((problem) => dirname(problem.file))
    .filter((place) => names.includes(basename(place)) && !loaded.files.has(basename(place)));
  for (const name of names) {
    if (!loaded.files.has(name) && !unreadable.some((place) => basename(place) === name))
      throw new Fault(
        'pipeline_unknown',
        `There is no pipeline '${name}'${suggestion(name, loaded.files.keys())}`,
      );
  }
  const wanted = [...loaded.files].filter(
    ([name, [own]]) =>
      names.includes(name) || (own !== undefined && folders.some((folder) => own.startsWith(`${folder}/`))),
  );
  const places = new Set([
    ...wanted.flatMap(([, files]) => files.map((file) => dirname(file))),
    ...folders,
    ...unreadable,
  ]);
  return {
    pipelines: loaded.pipelines.filter((pipeline) => wanted.some(([name]) => name === pipeline.name)),
    problems: loaded.problems.filter((problem) =>
      [...places].some((place) => problem.file.startsWith(`${place}/`)),
    ),
    files: new Map(wanted),
    origins: loaded.origins,
    sources: loaded.sources,
  };
}

/** The named pipelines and their parents, read without the others. Null unless all are valid, in folders so named. */
function soundAlone(config: QuarryConfig, names: readonly string[]): readonly CompiledPipeline[] | null {
  if (names.length === 0) return null;
  const { pipelines } = loadPipelines(rootsOf(config), CATALOG, { ...CHECK_OPTIONS, only: names });
  return names.every((name) => pipelines.some((one) => one.name === name)) ? pipelines : null;
}

/** Folders of pipelines: the built-in one, then the configured ones. */
function rootsOf({ pipelineDirs }: QuarryConfig): readonly string[] {
  return [BUILT_IN, ...pipelineDirs.map((dir) => resolve(dir))];
}

/**
 * The pipelines that can answer questions. With `names`, errors in other pipelines are ignored.
 * @throws Fault `pipeline_invalid` with all errors, or with those of the named pipelines
 */
export function loadAskablePipelines(
  config: QuarryConfig,
  names?: readonly string[],
): readonly CompiledPipeline[] {
  const alone = names && soundAlone(config, names);
  if (alone) return alone;
  const loaded = loadAllPipelines(config);
  const sound = new Set(loaded.pipelines.map(({ name }) => name));
  if (names?.every((name) => sound.has(name)) === true) return loaded.pipelines;
  const faulty = names?.find((name) => loaded.files.has(name) && !sound.has(name));
  const places = faulty === undefined ? null : loaded.files.get(faulty)?.map((file) => `${dirname(file)}/`);
  const errors = loaded.problems.filter(
    ({ severity, file }) => severity === 'error' && (places?.some((place) => file.startsWith(place)) ?? true),
  );
  if (errors.length > 0) {
    throw new Fault(
      'pipeline_invalid',
      `Pipelines are not valid:\n${errors.map((problem) => `  ${formatProblem(problem, process.cwd())}`).join('\n')}`,
    );
  }
  return loaded.pipelines;
}
