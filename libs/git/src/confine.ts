import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Fault } from '@quarry/turn';
import { readSmall, type RepositoryPaths } from './find-repository';

/** Maximum depth of chained alternates, as in git. */
const DEEPEST = 5;

/** What git opens in addition to objects; missing parts are ignored. */
const PARTS = ['HEAD', 'index', 'refs', 'packed-refs', 'reftable', 'shallow', 'info/exclude', 'config'];

/**
 * Verifies that everything that git would read of a repository is inside the folder of the repository or one of the
 * `within` folders, wherever its files and links point: `.git` files, `commondir`, links, alternates.
 * @throws Fault `repository_unreadable`
 */
export async function confine(paths: RepositoryPaths, within: readonly string[]): Promise<void> {
  const folders = await Promise.all([paths.base, ...within].map((each) => realpath(each).catch(() => null)));
  const allowed = folders.filter((each) => each !== null);
  const read = [
    paths.gitDir,
    paths.commonDir,
    ...PARTS.flatMap((part) => [join(paths.gitDir, part), join(paths.commonDir, part)]),
    ...(await objectStores(join(paths.commonDir, 'objects'))),
  ];
  for (const path of read) {
    const real = await realpath(path).catch(() => null);
    if (real === null || allowed.some((folder) => real === folder || real.startsWith(folder + sep))) continue;
    throw outside();
  }
}

/** An object folder, its packs, and every object folder that it borrows from. */
async function objectStores(objects: string, depth = 0): Promise<readonly string[]> {
  if (depth > DEEPEST) return [];
  const file = join(objects, 'info/alternates');
  const named = await readSmall(file);
  // Too large for Quarry, but git would still read it.
  if (named === null && (await stat(file).catch(() => null)) !== null) throw outside();
  const alternates = (named ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // Git quotes unusual names as C does. Quarry does not resolve such names.
  if (alternates.some((line) => line.startsWith('"'))) throw outside();
  const borrowed = await Promise.all(
    alternates.map((line) => objectStores(resolve(objects, line), depth + 1)),
  );
  return [objects, join(objects, 'pack'), join(objects, 'info'), ...borrowed.flat()];
}

function outside(): Fault {
  return new Fault(
    'repository_unreadable',
    'The git repository keeps part of its data outside the folders that may be indexed (a linked worktree, a reference clone, or a link). Index a complete clone, or add that folder to QUARRY_INDEX_ROOTS.',
  );
}
