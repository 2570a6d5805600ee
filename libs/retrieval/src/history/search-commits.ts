import {
  documentTerms,
  queryTerms,
  readCommit,
  subjectOf,
  termShares,
  type Hit,
  type SearchQuery,
  type SearchReader,
  type StoredCommit,
} from '@quarry/search-index';
import {
  commitsOf,
  endsInPath,
  isTestPath,
  outOfRepository,
  snapshotSet,
  snapshotsIn,
  type SnapshotRef,
} from '@quarry/turn';
import type { HistoryQuestion } from './history-question';
import { hasVerb } from './message-verbs';

/** A commit, and how well it fits the question. */
export interface FoundCommit {
  readonly commit: StoredCommit;
  readonly hit: Hit['chunk'];
  /** Share of the question's words that its message and its changed definitions contain, 0..1. */
  readonly share: number;
  /** Whether its message says that what the question asks for was done. */
  readonly done: boolean;
  readonly score: number;
  /** Whether its changed lines define, or no longer define, a name of the question. */
  readonly defines: boolean;
}

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
/** Least share of the words in the message of a commit that fits: without and with the verb of the question. */
const LEAST_SHARE = 0.66;
const LEAST_WITH_VERB = 0.5;
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
    const all = await ofPaths(search, paths);
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
  const all = found.filter((each) => fits(each));
  const fitting = isAdded ? withCode(all) : preferDone(all);
  if (fitting.length > 0) return chosen({ by: 'words', paths: [] }, fitting, question, limit);
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

function fits({ share, done }: FoundCommit): boolean {
  return share >= (done ? LEAST_WITH_VERB : LEAST_SHARE);
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

function rated(hits: readonly Hit[], question: HistoryQuestion): readonly FoundCommit[] {
  const found = hits.flatMap(({ chunk }) => {
    const commit = readCommit(chunk);
    return commit ? [{ chunk, commit }] : [];
  });
  const { subject, names, change, verb } = question;
  const terms = [...new Set(queryTerms(subject))];
  const texts = found.map(({ commit }) => [commit.message, ...commit.adds, ...commit.removes].join('\n'));
  const sharesOf = (passages: readonly string[]): readonly number[] =>
    terms.length === 0
      ? []
      : termShares(
          subject,
          passages.map((text) => ({ path: '', text })),
        );
  const shares = sharesOf(texts);
  const ofTitle = sharesOf(found.map(({ commit }) => subjectOf(commit)));
  const ofFiles = sharesOf(found.map(({ commit }) => commit.files.map(({ path }) => path).join(' ')));
  return found.map(({ chunk, commit }, at) => {
    const text = texts[at] ?? '';
    const inText = documentTerms(text);
    // By rarity, and by number: one rare word of three is not what was asked for.
    const plain = terms.filter((term) => inText.has(term)).length / Math.max(1, terms.length);
    const share = hasNumbers(text, subject) ? Math.min(plain, shares[at] ?? 0) : 0;
    const done = hasVerb(commit.message, verb, change);
    const defines = definesOne(commit, names, change);
    const score =
      share +
      0.4 * (ofTitle[at] ?? 0) +
      0.1 * (ofFiles[at] ?? 0) +
      (done ? 0.3 : 0) +
      (defines ? 1 : 0) -
      (isAround(commit) ? 0.4 : 0);
    return { commit, hit: chunk, share, done, score, defines };
  });
}

/** Whether a commit changed no code: its message tells of a change that another commit made. */
function isAround({ files }: StoredCommit): boolean {
  return files.length > 0 && files.every(({ path }) => isTestPath(path) || AROUND.test(path));
}

const AROUND =
  /(?:^|\/)(?:docs?|\.github)\/|\.(?:md|rst|txt|ya?ml)$|(?:^|\/)(?:tox\.ini|Makefile|AUTHORS|test_[^/]{1,80})$/i;

/** Python 2 is not Python 3.3: each number of the question must be in the text. */
function hasNumbers(text: string, subject: string): boolean {
  const numbers = subject.match(/(?<![\w.])\d+(?:\.\d+)*/g) ?? [];
  return numbers.every((number) =>
    new RegExp(`(?<![\\w.])${number.replaceAll('.', '\\.')}(?!\\w)`).test(text),
  );
}

function definesOne(
  { adds, removes }: StoredCommit,
  names: readonly string[],
  change: HistoryQuestion['change'],
): boolean {
  const defined = change === 'added' ? adds : change === 'changed' ? [] : removes;
  return names.some((name) => defined.includes(name.split(/[.:#]/).at(-1) ?? name));
}
