import { stat } from 'node:fs/promises';
import { defaultExcludesFile, operatorEnvironment, trustedOwners } from './environment';
import type { RepositoryPaths } from './find-repository';
import { runGit } from './run-git';

/**
 * The operator's own file of ignore rules (`core.excludesFile` of the user's or the system's configuration), or git's default for it;
 * null where neither is known.
 * @param gitDir a git directory of ours, which has no such setting
 */
export async function operatorExcludesFile(gitDir: string): Promise<string | null> {
  const [named] = await operatorValues(gitDir, 'core.excludesFile');
  return named ?? defaultExcludesFile();
}

/**
 * Git reads a repository that belongs to somebody else only where `safe.directory` of the user's or the system's configuration names it.
 * @param owners users whose repositories are trusted; null: any
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

/** As git reads `safe.directory`: `*` is all, `/some/folder/*` all below it, and an empty value forgets those before it. */
export function isListed(values: readonly string[], folder: string): boolean {
  return values
    .slice(values.lastIndexOf('') + 1)
    .some((value) =>
      value === '*' || value === folder
        ? true
        : value.endsWith('/*') && folder.startsWith(value.slice(0, -1)),
    );
}

/** All values of a setting that names paths, `~` resolved, the last one first where only one counts. */
async function operatorValues(gitDir: string, name: string): Promise<readonly string[]> {
  const out = await runGit(['config', '--null', '--includes', '--type=path', '--get-all', name], {
    cwd: gitDir,
    env: operatorEnvironment(gitDir),
  }).catch(() => null);
  return out === null ? [] : out.toString().split('\0').slice(0, -1);
}
