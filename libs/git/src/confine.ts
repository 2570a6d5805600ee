import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Fault } from '@quarry/turn';
import { readSmall, type RepositoryPaths } from './find-repository';

/** How deep alternates may name alternates, as in git. */
const DEEPEST = 5;

/** What git opens besides objects; a part that is not there is no matter. */
const PARTS = ['HEAD', 'index', 'refs', 'packed-refs', 'reftable', 'shallow', 'info/exclude', 'config'];

/**
 * Makes sure that everything that git would read of a repository lies below the folder where it was found or below one of the given
 * ones, whatever its files and links point at: `.git` files, `commondir`, links, alternates.
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

/** A folder of objects, its packs, and all that it borrows from. */
async function objectStores(objects: string, depth = 0): Promise<readonly string[]> {
  if (depth > DEEPEST) return [];
  const file = join(objects, 'info/alternates');
  const named = await readSmall(file);
  // Git would read what is too large for us.
  if (named === null && (await stat(file).catch(() => null)) !== null) throw outside();
  const alternates = (named ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // Git quotes names with odd characters as C does: what such a name leads to is not looked up here.
  if (alternates.some((line) => line.startsWith('"'))) throw outside();
  const borrowed = await Promise.all(
    alternates.map((line) => objectStores(resolve(objects, line), depth + 1)),
  );
  return [objects, join(objects, 'pack'), join(objects, 'info'), ...borrowed.flat()];
}

function outside(): Fault {
  return new Fault(
    'repository_unreadable',
    'The git repository keeps a part of its data outside of the folders that may be indexed (a linked worktree, a reference clone, or a link). Index a complete clone, or have that folder added to QUARRY_INDEX_ROOTS.',
  );
}
