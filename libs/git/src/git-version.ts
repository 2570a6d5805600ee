import { tmpdir } from 'node:os';
import { Fault } from '@quarry/turn';
import { isolatedEnvironment } from './environment';
import { runGit } from './run-git';

/** The oldest version that can ignore the user's and the system's configuration (`GIT_CONFIG_GLOBAL`). */
const OLDEST = [2, 32] as const;

/** The first version that connects to a given address of a host. */
const PINS = [2, 37] as const;

let checked: Promise<void> | null = null;

/**
 * Rejects a git that is too old to read untrusted repositories safely. Checked once per process.
 * @throws Fault `bad_request` with the version, or if git is not installed
 */
export function checkGitVersion(): Promise<void> {
  checked ??= runGit(['version'], { cwd: tmpdir(), env: isolatedEnvironment() }).then((out) => {
    requireSafe(out.toString().trim());
  });
  // A failed check runs again: the operator may fix git without a restart.
  checked.catch(() => {
    checked = null;
  });
  return checked;
}

/**
 * @param version the output of `git version`, e.g. `git version 2.39.5 (Apple Git-154)`
 * @throws Fault `bad_request`
 */
export function requireSafe(version: string): void {
  if (isAtLeast(version, OLDEST)) return;
  throw new Fault(
    'bad_request',
    `This git cannot read repositories safely: ${version.slice(0, 100)}. Quarry needs git ${OLDEST.join('.')} or later: update git.`,
  );
}

/**
 * Rejects a git that does not accept the address of a host (`http.curloptResolve`).
 * @throws Fault `bad_request`
 */
export async function checkCanPinAddress(): Promise<void> {
  const version = (await runGit(['version'], { cwd: tmpdir(), env: isolatedEnvironment() }))
    .toString()
    .trim();
  if (isAtLeast(version, PINS)) return;
  throw new Fault(
    'bad_request',
    `This git looks up the address of a host itself: ${version.slice(0, 100)}. To fetch from hosts that the operator did not list, Quarry needs git ${PINS.join('.')} or later: update git.`,
  );
}

function isAtLeast(version: string, [most, least]: readonly [number, number]): boolean {
  const [, major, minor] = /(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  return Number(major) > most || (Number(major) === most && Number(minor) >= least);
}
