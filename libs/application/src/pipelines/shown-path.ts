import { posix } from 'node:path';

/**
 * The path of a pipeline's file as clients see it: `pipelines/code/pipeline.yaml`, from the name of the folder that holds it on.
 * Where that folder lies on this machine is nobody's business.
 */
export function shownPath(file: string, roots: readonly string[]): string {
  const root = roots.find((candidate) => file.startsWith(`${candidate}/`));
  return root === undefined ? posix.basename(file) : posix.relative(posix.dirname(root), file);
}
