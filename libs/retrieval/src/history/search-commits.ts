import { queryTerms, type Hit, type SearchQuery, type SearchReader } from '@quarry/search-index';
import {
  commitsOf,
  endsInPath,
  outOfRepository,
  snapshotSet,
  snapshotsIn,
  type SnapshotRef,
} from '@quarry/turn';
import type { HistoryQuestion } from './history-question';
import { fits, isAround, literally, rated, type FoundCommit } from './rate-commits';

/** The commits that answer a question, the first ones first. */
export interface FoundCommits {
  /** `words`: their messages fit. `definition`: their lines add or remove the name. `path`: they changed a file. `all`: any. */
  readonly by: 'words' | 'definition' | 'path' | 'all';
  /** The files that the commits were narrowed to; empty if they were not. */
  readonly paths: readonly string[];
  readonly commits: readonly FoundCommit[];
  /** Number of commits that fit, also of those that are not listed. */
  readonly total: number;
}

/** Commits that are compared with a question, and those of a file. */
const CANDIDATES = 150;
const MOST_OF_FILE = 2_000;
/** Least score, relative to the best, of a commit that fits as well. */
const NEAR_BEST = 0.85;

/**
 * The commit indexes of a snapshot, or of several; null if none has one.
 * @throws Fault those of the store
 */
export async function commitIndexOf(index: SearchReader, ref: SnapshotRef): Promise<SnapshotRef | null> {
  const there: SnapshotRef[] = [];
  for (const each of snapshotsIn(ref)) {
    const commits = commitsOf(each);
    if (((await index.describe(commits))?.chunks ?? 0) > 0) there.push(commits);
  }
  const [first, ...others] = there;
  return first ? snapshotSet([first, ...others]) : null;
}

/**
 * Finds the commits that answer a question.
 * @param ref the snapshot that the question is about
 * @param commits its commit index
 * @returns null if none fits
 * @throws Fault those of the store
 */
export async function searchCommits(
  index: SearchReader,
  { ref, commits }: { readonly ref: SnapshotRef; readonly commits: SnapshotRef },
  question: HistoryQuestion,
  limit: number,
): Promise<FoundCommits | null> {
  const { subject, names, paths } = question;
  const search = async (query: SearchQuery): Promise<readonly FoundCommit[]> => {
    const [hits = []] = await index.search(commits, [query]);
    return rated(hits, question);
  };
  if (paths.length > 0) {
    const all = ofKind(await ofPaths(search, paths), paths, question.change);
    const told = queryTerms(subject).length > 0 ? preferDone(all.filter((each) => fits(each))) : all;
    return chosen({ by: 'path', paths }, told, question, limit);
  }
  if (queryTerms(subject).length === 0) {
    const newest = await listed(index, commits, question.order === 'oldest' ? 'oldest' : 'newest', limit);
    return newest.length === 0
      ? null
      : {
          by: 'all',
          paths: [],
          commits: rated(newest, question),
          total: (await index.describe(commits))?.chunks ?? 0,
        };
  }
  const found = await search({ kind: 'bm25', text: subject, k: CANDIDATES });
  const defining = found.filter(({ defines }) => defines);
  if (defining.length > 0 && question.change !== 'changed')
    return chosen({ by: 'definition', paths: [] }, defining, question, limit);
  // What adds something often says its name only; later commits are about it.
  const isAdded = question.change === 'added' && question.order === 'oldest';
  const all = asNamed(
    found.filter((each) => fits(each)),
    names,
  );
  const fitting = isAdded ? withCode(all) : preferDone(all);
  // Every commit about one word is not what was done with it.
  const isVague =
    queryTerms(subject).length === 1 && question.verb !== '' && !isAdded && !fitting.some(({ done }) => done);
  if (fitting.length > 0 && !isVague) return chosen({ by: 'words', paths: [] }, fitting, question, limit);
  // No message names it: the commits of the file that defines it.
  const files = question.change === 'changed' ? await filesDefining(index, ref, names) : [];
  if (files.length === 0) return null;
  return chosen(
    { by: 'path', paths: files },
    await ofPaths(search, files),
    { ...question, order: 'newest' },
    limit,
  );
}

/** Those that write the names as the question does, if there are any: `res.links`, not "links of the response". */
function asNamed(found: readonly FoundCommit[], names: readonly string[]): readonly FoundCommit[] {
  const named = found.filter(({ commit }) => names.some((name) => literally(commit.message, name)));
  return named.length > 0 ? named : found;
}

/** Those that changed code, if there are any. */
function withCode(found: readonly FoundCommit[]): readonly FoundCommit[] {
  const code = found.filter(({ commit }) => !isAround(commit));
  return code.length > 0 ? code : found;
}

/** Those whose messages say that it was done, if there are any. */
function preferDone(found: readonly FoundCommit[]): readonly FoundCommit[] {
  const done = found.filter((each) => each.done);
  return done.length > 0 ? done : found;
}

function chosen(
  how: Pick<FoundCommits, 'by' | 'paths'>,
  found: readonly FoundCommit[],
  { order, change }: HistoryQuestion,
  limit: number,
): FoundCommits | null {
  if (found.length === 0) return null;
  const byTime = found.toSorted((a, b) => (a.commit.at < b.commit.at ? 1 : -1));
  const best = Math.max(...found.map(({ score }) => score));
  const near = byTime.filter(({ score }) => score >= NEAR_BEST * best);
  const sorted =
    order === 'newest'
      ? byTime
      : order === 'oldest'
        ? (how.by === 'words' && change === 'added' ? byTime : near).toReversed()
        : how.by === 'definition' && change === 'removed'
          ? near
          : near.toSorted((a, b) => b.score - a.score);
  return { ...how, commits: sorted.slice(0, limit), total: sorted.length };
}

/** Of the commits of a file, those that removed it or gave it another name, or that added it, if that was asked for. */
function ofKind(
  found: readonly FoundCommit[],
  paths: readonly string[],
  change: HistoryQuestion['change'],
): readonly FoundCommit[] {
  if (change === 'changed') return found;
  const kinds = change === 'added' ? ['added'] : ['deleted', 'renamed'];
  return found.filter(({ commit }) =>
    commit.files.some(
      (file) => kinds.includes(file.change) && paths.some((path) => isAt(file.from ?? file.path, path)),
    ),
  );
}

/** The commits that changed one of these files, also under a former name, or a file in one of these folders. */
async function ofPaths(
  search: (query: SearchQuery) => Promise<readonly FoundCommit[]>,
  paths: readonly string[],
): Promise<readonly FoundCommit[]> {
  const byHash = new Map<string, FoundCommit>();
  const open = [...paths];
  const looked = new Set<string>();
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (looked.has(path) || looked.size > 10) continue;
    looked.add(path);
    const name = path;
    for (const each of await search({ kind: 'bm25', text: path, k: MOST_OF_FILE })) {
      const changed = each.commit.files.filter(({ path: file }) => isAt(file, name));
      if (changed.length === 0) continue;
      byHash.set(each.commit.hash, each);
      for (const { from } of changed) if (from !== undefined && !isAt(from, name)) open.push(from);
    }
  }
  return [...byHash.values()];
}

function isAt(file: string, path: string): boolean {
  return endsInPath(file, path) || `/${file}`.includes(`/${path}/`);
}

/** The files whose definitions have one of these names. */
async function filesDefining(
  index: SearchReader,
  ref: SnapshotRef,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const lists = await index.search(
    ref,
    names.map((text) => ({ kind: 'bm25', text, k: 30 })),
  );
  const files = lists.flatMap((hits, at) => {
    const name = names[at]?.split(/[.:#]/).at(-1);
    return hits
      .filter(({ chunk: { symbol } }) => symbol?.split(/[.:#/]/).at(-1) === name)
      .map(({ chunk: { path, repository } }) => outOfRepository(repository, path));
  });
  return [...new Set(files)].slice(0, 3);
}

/** The newest or oldest commits of all: paths of the index sort by time. */
async function listed(
  index: SearchReader,
  commits: SnapshotRef,
  order: 'newest' | 'oldest',
  limit: number,
): Promise<readonly Hit[]> {
  const timeOf = (path: string): string => /\d{4}-\d\d-\d\dT[\d:]+Z\/[0-9a-f]+$/.exec(path)?.[0] ?? '';
  const paths = [...(await index.manifest(commits)).keys()].toSorted((a, b) =>
    timeOf(a) < timeOf(b) ? -1 : 1,
  );
  const wanted = order === 'oldest' ? paths.slice(0, limit) : paths.slice(-limit).toReversed();
  const lists = await index.search(
    commits,
    wanted.map((path) => ({ kind: 'path', path, k: 1 })),
  );
  return lists.flat();
}
