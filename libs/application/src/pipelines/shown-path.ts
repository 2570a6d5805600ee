import { posix } from 'node:path';

/**
 * The path of a pipeline file as clients see it, e.g. `pipelines/code/pipeline.yaml`. It starts with the name of the
 * pipelines folder and hides the location of that folder on this machine.
 */
export function shownPath(file: string, roots: readonly string[]): string {
  const root = roots.find((candidate) => file.startsWith(`${candidate}/`));
  return root === undefined ? posix.basename(file) : posix.relative(posix.dirname(root), file);
}
