import { join, relative, resolve, sep } from 'node:path';
import { Fault } from '@quarry/turn';
import { confine } from './confine';
import { isolatedEnvironment } from './environment';
import { findRepository, type RepositoryPaths } from './find-repository';
import { checkGitVersion } from './git-version';
import { makeIsolatedGitDir, pointAt, removeIsolatedGitDir } from './isolated-git-dir';
import { isTrusted, operatorExcludesFile } from './operator-settings';
import { readFormat } from './repository-format';
import { GitFailed, runGit, type GitCall } from './run-git';

export interface OpenOptions {
  /**
   * Folders that must contain every part of the repository; any location by default. Used for paths from API callers.
   */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Options of git itself; they precede the command. */
const OPTIONS = ['--no-pager', '--no-optional-locks', '--no-replace-objects'];

/**
 * Read-only access to a git repository, without its configuration. Git runs in an isolated git directory that borrows
 * the repository's objects, refs and index. Whatever the configuration contains, git starts no program and follows no
 * path that it names (ADR 22). No transport is available. Close it after use.
 *
 * @example
 * const git = await GitRepository.find('/srv/shop');
 * if (git) try { await git.run(['ls-files', '-z']); } finally { await git.close(); }
 */
export class GitRepository {
  private constructor(
    /** The folder passed to `find`; git names files relative to it. */
    readonly folder: string,
    private readonly paths: RepositoryPaths,
    private readonly isolated: string,
    private readonly excludesFile: string | null,
    /** Where it was cloned from, as its configuration says; null if unknown. */
    readonly origin: string | null,
  ) {}

  /** Whether the repository has a work tree in addition to its history. */
  get hasWorkTree(): boolean {
    return this.paths.workTree !== null;
  }

  /** Path of the folder from the root of the work tree, with `/` as separator; empty at the root and without one. */
  get prefix(): string {
    const { workTree } = this.paths;
    return workTree === null ? '' : relative(workTree, resolve(this.folder)).split(sep).join('/');
  }

  /**
   * Opens the repository that contains a folder; null if there is no repository.
   * @throws Fault `repository_unreadable` if its format is unknown, it belongs to another user, or part of it is
   * outside `within`; `bad_request` if git is too old, {@link GitMissing} if it is not installed; `cancelled`
   */
  static async find(folder: string, options: OpenOptions = {}): Promise<GitRepository | null> {
    const paths = await findRepository(folder);
    if (paths === null) return null;
    await checkGitVersion();
    return GitRepository.isolate(folder, paths, options);
  }

  /** Like {@link find}. @throws Fault also `path_not_found` if there is no repository. */
  static async open(folder: string, options: OpenOptions = {}): Promise<GitRepository> {
    const repository = await GitRepository.find(folder, options);
    if (repository) return repository;
    throw new Fault(
      'path_not_found',
      `${folder} is not a git repository. Pass a clone, bare or with a work tree.`,
    );
  }

  private static async isolate(
    folder: string,
    paths: RepositoryPaths,
    { within, signal }: OpenOptions,
  ): Promise<GitRepository> {
    if (within !== undefined) await confine(paths, within);
    const isolated = await makeIsolatedGitDir();
    try {
      if (!(await isTrusted(paths, isolated))) throw new UntrustedOwner(paths.workTree ?? paths.gitDir);
      const { settings, origin } = await readFormat(paths.commonDir, isolated, signal);
      const excludesFile = await operatorExcludesFile(isolated);
      await pointAt(isolated, paths, settings);
      return new GitRepository(folder, paths, isolated, excludesFile, origin);
    } catch (error) {
      await removeIsolatedGitDir(isolated);
      throw error;
    }
  }

  /**
   * Runs git and returns its output.
   * @throws GitFailed if git fails or exceeds a limit; the message contains no internal paths. @throws Fault
   * `cancelled`
   */
  async run(args: readonly string[], call: GitCall = {}): Promise<Buffer> {
    const { gitDir, commonDir, workTree } = this.paths;
    const env = {
      ...isolatedEnvironment(),
      GIT_DIR: this.isolated,
      GIT_OBJECT_DIRECTORY: join(commonDir, 'objects'),
      GIT_INDEX_FILE: join(gitDir, 'index'),
      ...(workTree === null ? {} : { GIT_WORK_TREE: workTree }),
    };
    const settings = [
      'core.quotePath=false',
      'core.fsmonitor=false',
      ...(this.excludesFile === null ? [] : [`core.excludesFile=${this.excludesFile}`]),
    ].flatMap((setting) => ['-c', setting]);
    const at = workTree === null ? [] : ['-C', this.folder];
    try {
      return await runGit([...at, ...OPTIONS, ...settings, ...args], { cwd: this.isolated, env }, call);
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error;
      throw new GitFailed(error.message.replaceAll(this.isolated, '.git'), error.exitCode);
    }
  }

  /** Removes the isolated git directory. The repository itself is not changed. */
  close(): Promise<void> {
    return removeIsolatedGitDir(this.isolated);
  }
}

/** The repository belongs to a user whom git does not trust. */
export class UntrustedOwner extends Fault {
  constructor(folder: string) {
    super(
      'repository_unreadable',
      `The git repository ${folder} belongs to another user, and git reads it only if you trust it: git config --global --add safe.directory ${folder}`,
    );
  }
}
