import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { indexRootsFor, isInside, type QuarryConfig } from '@quarry/platform';
import type { RepositoryRegistry } from '@quarry/repositories';
import { Fault } from '@quarry/turn';

export interface AllowedSource {
  /** The path to index, with all symbolic links resolved. */
  readonly root: string;
  /** The folders that the tenant's jobs may read. */
  readonly roots: readonly string[];
}

/**
 * The path of a job with all symbolic links resolved, after checking that its tenant may index it: it is below a folder
 * of `QUARRY_INDEX_ROOTS`, or the command line has indexed it as a shared repository, and it is never in the data
 * folder.
 * @throws Fault `source_forbidden`; `path_not_found` if it does not exist below an allowed folder
 */
export async function allowedSource(
  config: QuarryConfig,
  registry: RepositoryRegistry,
  { tenant, path }: { readonly tenant: string; readonly path: string },
): Promise<AllowedSource> {
  const roots = await indexRootsFor(config, tenant, () => registry.indexedByHand());
  if (!roots.some((root) => isInside(root, path))) throw forbidden(path);
  const real = await realpath(path).catch((cause: unknown) => {
    throw new Fault('path_not_found', `There is nothing at ${path}, or the indexer may not read it.`, {
      cause,
    });
  });
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  if (!realRoots.some((root) => root !== null && isInside(root, real))) throw forbidden(path);
  const data = await realpath(config.dataDir).catch(() => config.dataDir);
  if (isInside(data, real) || readsData(real, data)) throw forbidden(path);
  return { root: real, roots };
}

/** Whether indexing this folder would read the data folder within it. Every run skips folders named `.quarry`. */
function readsData(folder: string, data: string): boolean {
  return isInside(folder, data) && !relative(folder, data).split(sep).includes('.quarry');
}

function forbidden(path: string): Fault {
  return new Fault(
    'source_forbidden',
    `The indexers may not read ${path.slice(0, 300)} for you. Name a path below one of the folders of QUARRY_INDEX_ROOTS.`,
  );
}
