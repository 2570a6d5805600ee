import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** File in the indexed root, in the syntax of `.gitignore`: tracked files to exclude from the index. */
const QUARRYIGNORE = '.quarryignore';

/**
 * Files in which package managers keep the versions of all dependencies, by thousands of lines that answer no question:
 * seven of ten chunks of axios were of one.
 */
const LOCK_FILES = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'deno.lock'],
  ...['Cargo.lock', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock', 'composer.lock', 'Gemfile.lock'],
  ...['go.sum', 'packages.lock.json', 'gradle.lockfile', 'mix.lock', 'pubspec.lock', 'Podfile.lock'],
  'flake.lock',
];

/** Why a lock file is left out, for the report of a run. */
const LOCK_FILE = `a lock file of a package manager; the line !NAME in ${QUARRYIGNORE} indexes it`;

/** Whether a path (relative to the root) is left out, and the reason if no rule of the repository says so. */
export type LeftOut = (path: string) => { readonly reason?: string } | null;

/**
 * Returns what `.quarryignore` excludes, and lock files unless it includes them (`!package-lock.json`).
 * @example
 * const leftOut = await readQuarryignore('/srv/shop');
 * leftOut('web/yarn.lock'); // { reason: 'a lock file of a package manager; …' }
 */
export async function readQuarryignore(root: string): Promise<LeftOut> {
  const text = await readFile(join(root, QUARRYIGNORE), 'utf8').catch(() => '');
  const own = ignore().add(text);
  const locks = ignore().add(LOCK_FILES);
  return (path) => {
    const { ignored, unignored } = own.test(path);
    if (ignored) return {};
    return !unignored && locks.ignores(path) ? { reason: LOCK_FILE } : null;
  };
}
