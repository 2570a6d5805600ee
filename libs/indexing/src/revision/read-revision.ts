import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitFailed, GitRepository } from '@quarry/git';
import { Fault } from '@quarry/turn';
import { mayBeCorpus } from '../documents/corpus';
import { mayBeDocument } from '../run/find-documents';
import type { Remark } from '../source/remark';
import { foreignFolder, MAX_BYTES, type ListedFiles } from '../source/source-tree';
import { commitOf } from './commit-of';
import { isWritable, treeEntries, type TreeEntry } from './tree-entries';
import { writeBlobs } from './write-blobs';

/** Limit of a document file or a corpus, in bytes. */
const MAX_LARGE_BYTES = 200_000_000;
/** Limit of all files of a revision together, in bytes: they are written to the disk for the run. */
const MAX_TOTAL_BYTES = 4_000_000_000;
const MAX_LISTING_BYTES = 256 * 1024 * 1024;

/** The files of one commit, in a private temporary folder. */
export interface Revision {
  /** Absolute, with symbolic links resolved. */
  readonly folder: string;
  readonly listed: ListedFiles;
  /** Full id. */
  readonly commit: string;
  /** Milliseconds since the epoch. */
  readonly committedAt: number;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

export interface ReadRevisionOptions {
  /** Folders that must contain the repository's own data; any location by default. */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Reads the files of a revision out of a git repository, as {@link GitRepository} reads: without its configuration,
 * filters or hooks. The work tree is neither read nor changed, and a bare repository is fine.
 * @param path folder of the repository; of a folder inside a work tree, only that folder of the revision is read
 * @param name tag, branch or commit, in git's syntax: `v1.2`, `HEAD~3`
 * @throws Fault `path_not_found` if there is no such repository or revision, or the folder is empty in it;
 * `bad_request` if it is too large; `repository_unreadable`, `cancelled`
 *
 * @example
 * const revision = await readRevision('/srv/shop', 'v1.2');
 * try { await index(revision.folder); } finally { await revision.remove(); }
 */
export async function readRevision(
  path: string,
  name: string,
  { within, signal }: ReadRevisionOptions = {},
): Promise<Revision> {
  const call = { maxBytes: MAX_LISTING_BYTES, ...(signal ? { signal } : {}) };
  const git = await GitRepository.open(path, {
    ...(within ? { within } : {}),
    ...(signal ? { signal } : {}),
  });
  try {
    const commit = await commitOf(git, path, name);
    const time = await git.run(['log', '-1', '--no-show-signature', '--format=%ct', commit], call);
    const listing = (await git.run(['ls-tree', '-r', '-l', '-z', commit], call)).toString();
    const sorted = sortEntries(treeEntries(listing), path, name);
    const folder = await realpath(await mkdtemp(join(tmpdir(), `quarry-revision-${process.pid}-`)));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const refused = await writeBlobs(git, sorted.files, folder, signal);
      return {
        folder,
        listed: { paths: sorted.paths, commit, skipped: [...sorted.skipped, ...refused] },
        commit,
        committedAt: Number(time.toString().trim()) * 1_000,
        remove,
      };
    } catch (error) {
      await remove();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new Fault(
      'repository_unreadable',
      `git cannot read '${name}' of the repository at ${path}: ${error.message}. The clone may be shallow or partial: ` +
        'fetch the revision completely, or index a checkout of it.',
      { cause: error },
    );
  } finally {
    await git.close();
  }
}

interface SortedEntries {
  /** To write. */
  readonly files: readonly TreeEntry[];
  /** To list: those to write, and those in folders that are left out with a remark. */
  readonly paths: readonly string[];
  readonly skipped: readonly Remark[];
}

function sortEntries(entries: readonly TreeEntry[], path: string, name: string): SortedEntries {
  if (entries.length === 0)
    throw new Fault('path_not_found', `There are no files at ${path} in the revision '${name}'.`);
  const files: TreeEntry[] = [];
  const paths: string[] = [];
  const skipped: Remark[] = [];
  for (const entry of entries) {
    const isForeign = foreignFolder(entry.path) !== null;
    const reason = isForeign ? null : reasonToSkip(entry);
    if (reason !== null) {
      skipped.push({ path: entry.path, reason });
      continue;
    }
    paths.push(entry.path);
    if (!isForeign) files.push(entry);
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_TOTAL_BYTES)
    throw new Fault(
      'bad_request',
      `The files of '${name}' have ${total} bytes, more than the limit of ${MAX_TOTAL_BYTES} for a revision. ` +
        'Name a folder of the repository, or index a checkout.',
    );
  return { files, paths, skipped };
}

function reasonToSkip({ path, kind, bytes }: TreeEntry): string | null {
  if (kind === 'link') return 'a symbolic link';
  if (kind === 'repository') return 'a nested git repository: index it separately';
  if (!isWritable(path))
    return 'its name has control characters, is not UTF-8, or is not allowed in a work tree';
  const limit = mayBeCorpus(path) || mayBeDocument(path) ? MAX_LARGE_BYTES : MAX_BYTES;
  return bytes > limit ? `${bytes} bytes, more than the limit of ${limit}` : null;
}
