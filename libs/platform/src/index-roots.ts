import { resolve, sep } from 'node:path';
import { isValidName, SHARED_TENANT } from '@quarry/turn';
import type { QuarryConfig } from './quarry-config';
import { readWorkspace } from './workspace';

const TENANT = '{tenant}';

/**
 * Folders and files that indexing jobs of a tenant can read: those of `QUARRY_INDEX_ROOTS`, where `{tenant}` stands for
 * the tenant's name (ignored if that is not a valid folder name), and, for shared repositories, those that the command
 * line indexed before.
 * @param byHand folders that the command line indexed for all tenants
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

/** True if the path is the folder or below it. Compares text only: both must be absolute and without `..`. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
