import { realpath } from 'node:fs/promises';
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
    throw new Fault(
      'repository_unreadable',
      'The git repository keeps a part of its data outside of the folders that may be indexed (a linked worktree, a reference clone, or a link). Index a complete clone, or have that folder added to QUARRY_INDEX_ROOTS.',
    );
  }
}

/** A folder of objects, its packs, and all that it borrows from. */
async function objectStores(objects: string, depth = 0): Promise<readonly string[]> {
  if (depth > DEEPEST) return [];
  const named = (await readSmall(join(objects, 'info/alternates'))) ?? '';
  const alternates = named.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const borrowed = await Promise.all(
    alternates.map((line) => objectStores(resolve(objects, unquoted(line)), depth + 1)),
  );
  return [objects, join(objects, 'pack'), join(objects, 'info'), ...borrowed.flat()];
}

/** Git quotes names with odd characters as C does; such a name is taken for one that leads out, by what is left of it. */
function unquoted(line: string): string {
  return line.startsWith('"') ? `/${line}` : line;
}
