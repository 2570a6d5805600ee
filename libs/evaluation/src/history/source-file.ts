import { posix } from 'node:path';

/** Extensions of the languages that Quarry parses, and of other code. */
const CODE = new Set(
  'ts tsx mts cts js jsx mjs cjs py pyi cs java go rs sql c h cc cpp hpp rb php kt kts swift scala'.split(
    ' ',
  ),
);

/** Folders of vendored or generated code: no change there answers a question about this code. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|vendored|third_party|dist|build|out|generated|__generated__)\//i;

/** Minified, bundled or generated, by its name. */
const MADE = /(?:\.min\.[cm]?js|\.bundle\.js|\.designer\.cs|\.g\.cs|\.generated\.[a-z]+|_pb2\.py|\.pb\.go)$/i;

/**
 * Code that people wrote, including tests: the possible answers to a commit's message. Excludes documentation, data and
 * lock files.
 */
export function isSourceFile(path: string): boolean {
  const extension = posix.extname(path).slice(1).toLowerCase();
  return CODE.has(extension) && !FOREIGN.test(path) && !MADE.test(path);
}
