import { posix } from 'node:path';
import type { PipelineShelf } from '@quarry/application/pipelines';
import { checkPipelineText, type LoadedPipelines, type PipelineSources } from '@quarry/pipeline';
import type { QuarryConfig } from '@quarry/platform';
import { CHECK_OPTIONS, loadAllPipelines } from './pipelines';
import { CATALOG } from './services';

/** Milliseconds for which loaded pipelines count as current: reading and checking all folders takes about 50 ms. */
const FRESH_MS = 1_000;

/** The pipelines in the folders of `config`, read on demand. */
export function openPipelineShelf(config: QuarryConfig): PipelineShelf {
  let read: { readonly loaded: LoadedPipelines; readonly at: number } | undefined;
  const now = (): LoadedPipelines => {
    if (read === undefined || performance.now() - read.at > FRESH_MS)
      read = { loaded: loadAllPipelines(config), at: performance.now() };
    return read.loaded;
  };
  return {
    now,
    check: (text, among) => {
      const loaded = now();
      const sources = among === null ? loaded.sources : part(loaded, among);
      return checkPipelineText(text, sources, CATALOG, CHECK_OPTIONS);
    },
  };
}

/** The files of some pipelines and of those that they extend, so that a restricted caller sees no others. */
function part({ sources, files }: LoadedPipelines, among: readonly string[]): PipelineSources {
  const folders = among.flatMap((name) => files.get(name) ?? []).map((file) => `${posix.dirname(file)}/`);
  return {
    roots: sources.roots,
    files: new Map([...sources.files].filter(([file]) => folders.some((folder) => file.startsWith(folder)))),
  };
}
