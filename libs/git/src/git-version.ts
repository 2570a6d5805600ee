import { tmpdir } from 'node:os';
import { Fault } from '@quarry/turn';
import { isolatedEnvironment } from './environment';
import { runGit } from './run-git';

/** The first version that keeps the user's and the system's configuration out when it is asked to (`GIT_CONFIG_GLOBAL`). */
const OLDEST = [2, 32] as const;

let checked: Promise<void> | null = null;

/**
 * Refuses a git that is too old to read a foreign repository safely. Asked once in a process.
 * @throws Fault `bad_request` with the version, or where git is not installed
 */
export function checkGitVersion(): Promise<void> {
  checked ??= runGit(['version'], { cwd: tmpdir(), env: isolatedEnvironment() }).then((out) => {
    requireSafe(out.toString().trim());
  });
  // What is wrong today may be mended tomorrow, without a restart.
  checked.catch(() => {
    checked = null;
  });
  return checked;
}

/**
 * @param version what `git version` prints, e.g. `git version 2.39.5 (Apple Git-154)`
 * @throws Fault `bad_request`
 */
export function requireSafe(version: string): void {
  const [, major, minor] = /(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  const [most, least] = OLDEST;
  if (Number(major) > most || (Number(major) === most && Number(minor) >= least)) return;
  throw new Fault(
    'bad_request',
    `This git cannot read repositories safely: ${version.slice(0, 100)}. Quarry needs git ${OLDEST.join('.')} or later: update git.`,
  );
}
