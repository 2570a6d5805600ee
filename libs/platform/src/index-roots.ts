import { resolve, sep } from 'node:path';
import { isValidName, SHARED_TENANT } from '@quarry/turn';
import type { QuarryConfig } from './quarry-config';
import { readWorkspace } from './workspace';

const TENANT = '{tenant}';

/**
 * Folders and files that indexing jobs of a tenant may read from: those of `QUARRY_INDEX_ROOTS`, where `{tenant}` stands for the tenant's name (a tenant whose
 * name could not be that of a folder has no such folder), and, for the shared repositories, what the command line has indexed before.
 * @param byHand what the command line has indexed for all
 */
export async function indexRootsFor(
  config: Pick<QuarryConfig, 'indexRoots' | 'dataDir'>,
  tenant: string,
  byHand: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const roots = config.indexRoots
    .filter((root) => !root.includes(TENANT) || isValidName(tenant))
    .map((root) => resolve(root.replaceAll(TENANT, tenant)));
  if (tenant !== SHARED_TENANT) return roots;
  const current = (await readWorkspace(config.dataDir))?.root;
  return [...roots, ...(await byHand()), ...(current ? [current] : [])];
}

/** Is a path a folder itself, or below it? By their letters alone: both must be absolute and without `..`. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
