import { join } from 'node:path';
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
  /** Folders that everything of the repository must lie below; by default it may lie anywhere. For what callers over the API name. */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Options of git itself, before the command. */
const OPTIONS = ['--no-pager', '--no-optional-locks', '--no-replace-objects'];

/**
 * A git repository that is only read, without its own configuration: git works in a git directory of ours that borrows objects, refs and index.
 * So no program that the repository names is started and no path that it names is followed, whatever the key (ADR 22).
 * No transport exists. Close it after use.
 *
 * @example
 * const git = await GitRepository.find('/srv/shop');
 * if (git) try { await git.run(['ls-files', '-z']); } finally { await git.close(); }
 */
export class GitRepository {
  private constructor(
    /** The folder that was asked about; git names files relative to it. */
    readonly folder: string,
    private readonly paths: RepositoryPaths,
    private readonly isolated: string,
    private readonly excludesFile: string | null,
  ) {}

  /** True where the repository has files beside its history. */
  get hasWorkTree(): boolean {
    return this.paths.workTree !== null;
  }

  /**
   * The repository that a folder lies in; null where there is none.
   * @throws Fault `repository_unreadable` where its format is unknown, it belongs to another user, or it leaves `within`; `bad_request`
   * where git is too old, {@link GitMissing} where there is none; `cancelled`
   */
  static async find(folder: string, options: OpenOptions = {}): Promise<GitRepository | null> {
    const paths = await findRepository(folder);
    if (paths === null) return null;
    await checkGitVersion();
    return GitRepository.isolate(folder, paths, options);
  }

  /** As {@link find}. @throws Fault also `path_not_found` where there is no repository. */
  static async open(folder: string, options: OpenOptions = {}): Promise<GitRepository> {
    const repository = await GitRepository.find(folder, options);
    if (repository) return repository;
    throw new Fault(
      'path_not_found',
      `${folder} is no git repository. Give a clone, bare or with a work tree.`,
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
      const { settings } = await readFormat(paths.commonDir, isolated, signal);
      const excludesFile = await operatorExcludesFile(isolated);
      await pointAt(isolated, paths, settings);
      return new GitRepository(folder, paths, isolated, excludesFile);
    } catch (error) {
      await removeIsolatedGitDir(isolated);
      throw error;
    }
  }

  /**
   * What git prints.
   * @throws GitFailed where git fails or exceeds a bound; the message does not hold our own paths. @throws Fault `cancelled`
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

  /** Forgets it; nothing of the repository itself changes. */
  close(): Promise<void> {
    return removeIsolatedGitDir(this.isolated);
  }
}

/** The repository belongs to another user than the one who reads it. */
export class UntrustedOwner extends Fault {
  constructor(folder: string) {
    super(
      'repository_unreadable',
      `The git repository ${folder} belongs to another user, and git reads it only where you trust it: git config --global --add safe.directory ${folder}`,
    );
  }
}
