import { GitFailed, GitRepository } from '@quarry/git';
import { Fault } from '@quarry/turn';
import { commitOf } from './commit-of';

const MAX_LISTING_BYTES = 64 * 1024 * 1024;
/** A day, such as 2026-01-31. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Of an annotated tag, the first time is that of its commit; of another one, the second. Neither for other objects. */
const FORMAT = '%(*committerdate:unix) %(committerdate:unix) %(refname:strip=2)';

/**
 * The tags of a git repository from a revision or a day on, by the time of their commits, the oldest first.
 * @param path folder of the repository
 * @param since a day (`2026-01-31`, from midnight in UTC), or a tag, branch or commit, whose time counts
 * @throws Fault `path_not_found` if there is no such repository or revision; `repository_unreadable`, `cancelled`
 *
 * @example
 * await tagsSince('/srv/shop', 'v1.2'); // ['v1.2', 'v1.3', 'v2.0']
 */
export async function tagsSince(
  path: string,
  since: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly string[]> {
  const call = { maxBytes: MAX_LISTING_BYTES, ...(signal ? { signal } : {}) };
  const git = await GitRepository.open(path, signal ? { signal } : {});
  try {
    const from = await timeOf(git, path, since);
    const listing = await git.run(['for-each-ref', `--format=${FORMAT}`, 'refs/tags'], call);
    return listing
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [ofCommit = '', own = '', ...name] = line.split(' ');
        const time = Number(ofCommit || own);
        return time > 0 && time >= from ? [{ name: name.join(' '), time }] : [];
      })
      .toSorted((a, b) => a.time - b.time)
      .map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new Fault(
      'repository_unreadable',
      `git cannot list the tags of the repository at ${path}: ${error.message}`,
      { cause: error },
    );
  } finally {
    await git.close();
  }
}

/** Seconds since the epoch. */
async function timeOf(git: GitRepository, path: string, since: string): Promise<number> {
  if (DAY.test(since) && !Number.isNaN(Date.parse(since))) return Date.parse(since) / 1_000;
  const commit = await commitOf(git, path, since);
  return Number((await git.run(['log', '-1', '--no-show-signature', '--format=%ct', commit])).toString());
}
