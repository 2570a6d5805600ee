import { stat } from 'node:fs/promises';
import { defaultExcludesFile, operatorEnvironment, trustedOwners } from './environment';
import type { RepositoryPaths } from './find-repository';
import { runGit } from './run-git';

/**
 * The operator's file of ignore rules: `core.excludesFile` of the user's or the system's configuration, otherwise git's
 * default; null if neither is known.
 * @param gitDir an isolated git directory, which has no such setting
 */
export async function operatorExcludesFile(gitDir: string): Promise<string | null> {
  const [named] = await operatorValues(gitDir, 'core.excludesFile');
  return named ?? defaultExcludesFile();
}

/**
 * Whether git trusts a repository: it belongs to a trusted user, or `safe.directory` of the user's or the system's
 * configuration names it.
 * @param owners trusted users; null: any
 */
export async function isTrusted(
  { base, gitDir, workTree }: RepositoryPaths,
  isolated: string,
  owners = trustedOwners(),
): Promise<boolean> {
  if (owners === null) return true;
  const parts = await Promise.all([base, gitDir].map((each) => stat(each)));
  if (parts.every(({ uid }) => owners.includes(uid))) return true;
  return isListed(await operatorValues(isolated, 'safe.directory'), workTree ?? gitDir);
}

/**
 * Matches `safe.directory` as git does: `*` is everything, `/some/folder/*` everything below it, and an empty value
 * resets the list.
 */
export function isListed(values: readonly string[], folder: string): boolean {
  return values
    .slice(values.lastIndexOf('') + 1)
    .some((value) =>
      value === '*' || value === folder
        ? true
        : value.endsWith('/*') && folder.startsWith(value.slice(0, -1)),
    );
}

/** All values of a setting that contains paths, in git's order, with `~` resolved. */
async function operatorValues(gitDir: string, name: string): Promise<readonly string[]> {
  const out = await runGit(['config', '--null', '--includes', '--type=path', '--get-all', name], {
    cwd: gitDir,
    env: operatorEnvironment(gitDir),
  }).catch(() => null);
  return out === null ? [] : out.toString().split('\0').slice(0, -1);
}
