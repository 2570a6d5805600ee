import { rm } from 'node:fs/promises';
import { Fault } from '@quarry/turn';
import { isolatedEnvironment } from '../environment';
import { checkCanPinAddress, checkGitVersion } from '../git-version';
import { GitFailed, runGit } from '../run-git';
import { branchProblem } from './branch-name';
import { FETCHED, hasFetched, prepareClone } from './clone-folder';
import { FetchProgress } from './fetch-progress';
import type { GitRemote, RemoteAccess } from './remote';
import { remoteEnvironment, remoteOptions } from './remote-access';
import { remoteFault } from './remote-fault';
import { runRemote } from './run-remote';

export interface FetchOptions {
  /** Folder of the clone, which only Quarry writes; it is created if necessary. */
  readonly folder: string;
  readonly access: RemoteAccess;
  /** Limit of a fetch, in bytes; 4 GB by default. */
  readonly maxBytes?: number;
  /** Receives the number of objects that have arrived, and their total. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface FetchedBranch {
  /** Full id. */
  readonly commit: string;
  /** Name of the branch or tag; for the default branch, its name on the server. */
  readonly branch: string;
}

const MAX_BYTES = 4_000_000_000;

/**
 * Fetches the newest commit of a branch, without its history, into a bare clone: no hook runs, no submodule is fetched,
 * no redirect followed, and nothing but HTTP is spoken. An existing clone receives only what is new. A clone whose
 * first fetch fails is deleted.
 * @throws Fault `path_not_found` if there is no such branch; `repository_unreadable` if the server refuses or sends too
 * much, retryable if it is away; `bad_request` if git is missing or too old; `cancelled`
 *
 * @example
 * const { commit } = await fetchBranch(
 *   { url: 'https://git.example/shop.git', branch: 'main' },
 *   { folder: '/srv/quarry/git/shop', access: { kind: 'operator' } },
 * );
 */
export async function fetchBranch(remote: GitRemote, options: FetchOptions): Promise<FetchedBranch> {
  const { folder, access } = options;
  await checkGitVersion();
  if (access.kind === 'public') await checkCanPinAddress();
  await prepareClone(folder);
  try {
    const ref = await findRef(remote, options);
    if (ref.commit === (await fetchedCommit(folder))) return { commit: ref.commit, branch: ref.branch };
    const progress = new FetchProgress(options.onProgress ?? (() => undefined));
    const refspec = `+${ref.name}:${FETCHED}`;
    const flags = [
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--progress',
    ];
    await call(remote, ['fetch', ...flags, '--', remote.url, refspec], options, (text) => {
      progress.read(text);
    });
    const commit = await fetchedCommit(folder);
    if (commit === null) throw new GitFailed('it sent no commit', null);
    return { commit, branch: ref.branch };
  } catch (error) {
    if (hasFetched(folder)) await prepareClone(folder);
    else await rm(folder, { recursive: true, force: true });
    throw error instanceof GitFailed ? remoteFault(remote, error, options.maxBytes ?? MAX_BYTES) : error;
  }
}

interface FoundRef {
  /** `refs/heads/main`. */
  readonly name: string;
  readonly branch: string;
  /** Of a tag that is an object of its own, the id of that object. */
  readonly commit: string;
}

/** @throws Fault `path_not_found`, `bad_request`. @throws GitFailed */
async function findRef(remote: GitRemote, options: FetchOptions): Promise<FoundRef> {
  const { url, branch } = remote;
  const problem = branch === null ? null : branchProblem(branch);
  if (problem !== null)
    throw new Fault('bad_request', `The branch '${(branch ?? '').slice(0, 200)}' ${problem}.`);
  const wanted = branch === null ? ['HEAD'] : [`refs/heads/${branch}`, `refs/tags/${branch}`];
  const lines = (await call(remote, ['ls-remote', '--symref', '--', url, ...wanted], options)).split('\n');
  const refs = new Map(
    lines
      .map((line) => line.split('\t'))
      .map(([value = '', name = '']) => [`${value.startsWith('ref: ') ? 'symbolic ' : ''}${name}`, value]),
  );
  for (const name of wanted) {
    const commit = refs.get(name);
    if (commit === undefined || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) continue;
    const shown = branch ?? (refs.get('symbolic HEAD') ?? 'HEAD').replace(/^ref: refs\/heads\//, '');
    return { name, branch: shown, commit };
  }
  throw new Fault(
    'path_not_found',
    branch === null
      ? `The repository ${url} has no commit yet.`
      : `The repository ${url} has no branch or tag '${branch}'. Leave it out for the default branch.`,
  );
}

function call(
  { url }: GitRemote,
  args: readonly string[],
  { folder, access, maxBytes = MAX_BYTES, signal }: FetchOptions,
  onMessage?: (text: string) => void,
): Promise<string> {
  return runRemote(
    [...remoteOptions(new URL(url), access), ...args],
    { cwd: folder, env: remoteEnvironment(folder, access) },
    { maxBytes, ...(onMessage ? { onMessage } : {}), ...(signal ? { signal } : {}) },
  );
}

/** The commit that the clone holds; null if it holds none. */
async function fetchedCommit(folder: string): Promise<string | null> {
  if (!hasFetched(folder)) return null;
  const env = { ...isolatedEnvironment(), GIT_DIR: folder };
  const out = await runGit(['rev-parse', '--verify', '--quiet', `${FETCHED}^{commit}`], { cwd: folder, env });
  return out.toString().trim();
}
