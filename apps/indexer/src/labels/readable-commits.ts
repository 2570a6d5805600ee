import { posix } from 'node:path';
import { readCommit, type SearchIndex, type StoredCommit } from '@quarry/search-index';
import { commitsOf, trimEndOf, type SnapshotRef } from '@quarry/turn';

/** Names that commits must not mention, in lower case. */
type Forbidden = ReadonlySet<string>;

/**
 * The commits that an audience may read, by their paths in the commit index: those whose changed files it may all read,
 * and that mention neither a file that it may not read nor the name of a definition that only such files have. A commit
 * with files that are not listed is not readable.
 * @param isReadable whether the audience may read a file of the snapshot
 * @returns null if the snapshot has no commit index
 * @throws Fault `store_unavailable`, `index_missing`
 */
export async function readableCommits(
  index: SearchIndex,
  ref: SnapshotRef,
  isReadable: (path: string) => boolean,
): Promise<ReadonlySet<string> | null> {
  const commits = commitsOf(ref);
  if ((await index.describe(commits)) === null) return null;
  const forbidden = await forbiddenNames(index, ref, isReadable);
  const readable = new Set<string>();
  for await (const { path, chunks } of index.export(commits)) {
    const all = chunks.map((chunk) => readCommit(chunk));
    if (all.every((commit) => commit !== null && mayBeRead(commit, isReadable, forbidden)))
      readable.add(path);
  }
  return readable;
}

/** Paths, file names and definitions of the files that must not be read, without those that readable files have too. */
async function forbiddenNames(
  index: SearchIndex,
  ref: SnapshotRef,
  isReadable: (path: string) => boolean,
): Promise<Forbidden> {
  const [hidden, shown] = [new Set<string>(), new Set<string>()];
  for await (const { path, chunks } of index.export(ref)) {
    const names = isReadable(path) ? shown : hidden;
    names.add(path.toLowerCase()).add(posix.basename(path).toLowerCase());
    for (const { symbol } of chunks)
      for (const name of symbol?.toLowerCase().split(/[.:#/]/) ?? []) if (name !== '') names.add(name);
  }
  return new Set([...hidden].filter((name) => !shown.has(name)));
}

function mayBeRead(
  { files, changed, message, adds, removes }: StoredCommit,
  isReadable: (path: string) => boolean,
  forbidden: Forbidden,
): boolean {
  if (files.length < changed) return false;
  if (!files.every(({ path, from = path }) => isReadable(path) && isReadable(from))) return false;
  const text = [message, ...adds, ...removes].join('\n').toLowerCase();
  const words = [...(text.match(/[\p{L}\p{N}_$@./-]+/gu) ?? []), ...(text.match(/[\p{L}\p{N}_$]+/gu) ?? [])];
  return !words.some((word) => forbidden.has(word) || forbidden.has(trimEndOf(word, '.')));
}
