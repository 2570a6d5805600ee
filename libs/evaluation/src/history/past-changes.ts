import {
  changesOf,
  GitFailed,
  readLog,
  type ChangedFile,
  type GitRepository,
  type LoggedCommit,
} from '@quarry/git';
import { analyze } from '@quarry/search-index';
import { askedOf } from './message';
import type { PastCommit } from './past-files';
import { isSourceFile } from './source-file';

/** Maximum number of commits, newest first. */
const MOST_COMMITS = 5_000;
/** A commit that changed more files says little about each. */
const MOST_FILES = 20;

/** The cached part of a commit. */
interface Known {
  readonly terms: readonly string[];
  readonly changes: readonly ChangedFile[];
}

/** The past commits of a repository: their messages and changed files. Each commit is read once. */
export class PastChanges {
  private readonly known = new Map<string, Known>();

  /**
   * @param relative whether file names are relative to the folder that the repository was opened in, without files
   *   outside of it; otherwise they are relative to the top of the tree
   */
  constructor(
    private readonly git: GitRepository,
    private readonly relative = false,
  ) {}

  /**
   * The commit `ref` and its ancestors, newest first, at most 5,000; without merges, commits of more than 20 files, and
   * commits that changed no source file in the tree of `ref`. Empty if git exceeds its limits.
   * @throws Fault `bad_request` for an unknown commit, `cancelled`
   */
  async leadingTo(ref: string, signal?: AbortSignal): Promise<readonly PastCommit[]> {
    try {
      const call = signal ? { signal } : {};
      const log = await readLog(this.git, { ref, most: MOST_COMMITS, ...call });
      await this.read(
        log.filter(({ commit }) => !this.known.has(commit)),
        signal,
      );
      const top = this.relative ? [] : ['--full-tree'];
      const [newest] = log;
      if (!newest) return [];
      const tree = await this.git.run(['ls-tree', '-r', '-z', '--name-only', ...top, ref], call);
      return this.followed(log, new Set(tree.toString('utf8').split('\0')));
    } catch (error) {
      if (error instanceof GitFailed) return [];
      throw error;
    }
  }

  private async read(log: readonly LoggedCommit[], signal?: AbortSignal): Promise<void> {
    if (log.length === 0) return;
    const all = await changesOf(
      this.git,
      log.map(({ commit }) => commit),
      { relative: this.relative, ...(signal ? { signal } : {}) },
    );
    for (const { commit, message } of log) {
      const changes = all.get(commit) ?? [];
      const paths = changes.flatMap(({ before, after }) => [before, after].filter((path) => path !== null));
      this.known.set(commit, { terms: analyze(askedOf(message, paths).text), changes });
    }
  }

  /** From the newest to the oldest, so that a renamed file is known by its previous name from there on. */
  private followed(log: readonly LoggedCommit[], tree: ReadonlySet<string>): readonly PastCommit[] {
    const nameNow = new Map<string, string>();
    const now = (path: string) => nameNow.get(path) ?? path;
    const past: PastCommit[] = [];
    for (const { commit } of log) {
      const { terms = [], changes = [] } = this.known.get(commit) ?? {};
      if (changes.length <= MOST_FILES) {
        const names = new Set(changes.map(({ before, after }) => now(after ?? before ?? '')));
        const files = [...names].filter((path) => tree.has(path) && isSourceFile(path));
        if (files.length > 0) past.push({ terms, files });
      }
      for (const { before, after } of changes)
        if (before !== null && after !== null && before !== after && !tree.has(before))
          nameNow.set(before, now(after));
    }
    return past;
  }
}
