import {
  changedDefinitions,
  changesOf,
  commitUrlOf,
  GitRepository,
  readLog,
  webUrlOf,
  type LoggedCommit,
} from '@quarry/git';
import {
  commitFile,
  commitPath,
  MOST_COMMITS,
  type IndexedFile,
  type SearchIndex,
} from '@quarry/search-index';
import { RULES_VERSION, type Masker } from '@quarry/secrets';
import { commitsOf, defined, type SnapshotRef } from '@quarry/turn';
import { sha256 } from '../source/decode';
import { storedCommit } from './stored-commit-of';

/** Raise it if the same commit would be stored in another way. */
const FORMAT = 1;
/** Name of a message for the search for secrets, which knows some files by their names. */
const MESSAGE = 'COMMIT_MESSAGE';
/** Commits that are read and written at once. */
const BATCH = 500;

export interface CommitIndexOptions {
  /** Folder of the git repository, or inside of it. */
  readonly folder: string;
  /** The snapshot whose history it is. */
  readonly ref: SnapshotRef;
  /** The commit that was indexed. */
  readonly commit: string;
  readonly searchIndex: SearchIndex;
  /** Null: secrets are not masked. */
  readonly masker: Masker | null;
  /** Folders that must contain the repository's own data; any location by default. */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What the commit index of a snapshot contains after a run. */
export interface CommitReport {
  readonly commits: number;
  /** Commits written by this run. */
  readonly written: number;
}

/**
 * Brings the commit index of a snapshot up to date: the newest 5,000 commits that lead to its commit, without merges.
 * Only commits that are not there are read. Zero commits if there is no repository, or its history was not fetched.
 * @throws GitFailed if git cannot read the history; Fault `store_unavailable`, `repository_unreadable`, `cancelled`
 */
export async function indexCommits(options: CommitIndexOptions): Promise<CommitReport> {
  const { folder, within, signal } = options;
  const git = await GitRepository.find(folder, { ...defined({ within, signal }) });
  if (git === null) return update(options, null, []);
  try {
    const log = await readLog(git, {
      ...{ ref: options.commit, most: MOST_COMMITS, inFolder: git.prefix !== '' },
      ...defined({ signal }),
    });
    const shallow = (await git.run(['rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
    // The oldest commits of a shallow clone seem to add every file.
    return await update(options, git, shallow ? log.filter(({ parents }) => parents.length > 0) : log);
  } finally {
    await git.close();
  }
}

async function update(
  { ref, commit, searchIndex, masker, signal }: CommitIndexOptions,
  git: GitRepository | null,
  log: readonly LoggedCommit[],
): Promise<CommitReport> {
  const stored = commitsOf(ref);
  const manifest = await searchIndex.manifest(stored);
  const page = git?.origin ? webUrlOf(git.origin) : null;
  const version = sha256(JSON.stringify([FORMAT, page, masker && [masker.id, RULES_VERSION]]));
  const paths = new Set(log.map((logged) => pathOf(logged)));
  const remove = [...manifest.keys()].filter((path) => !paths.has(path));
  if (remove.length > 0) await searchIndex.write(stored, { remove });
  const wanted = log.filter((logged) => manifest.get(pathOf(logged)) !== version);
  for (let from = 0; git && from < wanted.length; from += BATCH) {
    signal?.throwIfAborted();
    const files = await read(git, wanted.slice(from, from + BATCH), { masker, page, version, signal });
    await searchIndex.write(stored, { files, meta: { bm25: true } });
  }
  if (log.length > 0) await searchIndex.write(stored, { meta: { commit, bm25: true } });
  return { commits: log.length, written: wanted.length };
}

/** The commits as files of the index. */
async function read(
  git: GitRepository,
  log: readonly LoggedCommit[],
  how: {
    readonly masker: Masker | null;
    readonly page: string | null;
    readonly version: string;
    readonly signal: AbortSignal | undefined;
  },
): Promise<readonly IndexedFile[]> {
  const hashes = log.map(({ commit }) => commit);
  const call = { relative: git.prefix !== '', ...defined({ signal: how.signal }) };
  const changes = await changesOf(git, hashes, call);
  const definitions = await changedDefinitions(git, hashes, call);
  const files: IndexedFile[] = [];
  for (const logged of log) {
    const { commit, message } = logged;
    const masked = (await how.masker?.mask(message, MESSAGE))?.text ?? message;
    const url = how.page === null ? null : commitUrlOf(how.page, commit);
    const stored = storedCommit(
      { ...logged, message: masked, at: inUtc(logged) },
      { changes: changes.get(commit) ?? [], definitions: definitions.get(commit), url },
    );
    files.push(commitFile(stored, how.version));
  }
  return files;
}

function pathOf(logged: LoggedCommit): string {
  return commitPath({ hash: logged.commit, at: inUtc(logged) });
}

/** The latest time with a year of four digits, in seconds. */
const LATEST = Date.UTC(9999, 11, 31) / 1_000;

function inUtc({ seconds }: LoggedCommit): string {
  const valid = seconds >= 0 && seconds <= LATEST ? seconds : 0;
  return `${new Date(valid * 1_000).toISOString().slice(0, 19)}Z`;
}
