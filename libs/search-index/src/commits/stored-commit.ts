import { createHash } from 'node:crypto';
import { defined } from '@quarry/turn';
import type { Chunk, IndexedFile } from '../port';

/** Maximum number of commits in a commit index, the newest ones. */
export const MOST_COMMITS = 5_000;

/** A file that a commit changed. */
export interface CommitFile {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Its former path, if it was renamed. */
  readonly from?: string;
}

/** A commit as the commit index of a snapshot stores it. */
export interface StoredCommit {
  /** Full hash. */
  readonly hash: string;
  /** Time of the commit in UTC, ISO 8601 to the second: later commits sort after earlier ones. */
  readonly at: string;
  /** Name of the author; null if it is unknown. */
  readonly author: string | null;
  /** Its first line is the subject. */
  readonly message: string;
  /** The changed files: all of them, or the first ones. */
  readonly files: readonly CommitFile[];
  /** Number of changed files, also of those that are not listed. */
  readonly changed: number;
  /** Names of definitions in its added lines, without those that it only moved; likewise of its removed lines. */
  readonly adds: readonly string[];
  readonly removes: readonly string[];
  /** Its page on the host of the repository. */
  readonly url?: string;
}

/** Letters of the changes, as git writes them. */
const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;
const CHANGES = new Map(
  Object.entries(LETTERS).map(([change, letter]) => [letter as string, change as CommitFile['change']]),
);

const ADDS = 'Adds: ';
const REMOVES = 'Removes: ';
const FILES = 'Files: ';
const ARROW = ' → ';

/**
 * A commit as a file of the commit index, with one chunk that readers see as it is.
 * @param version changes if the same commit must be written again
 */
export function commitFile(commit: StoredCommit, version: string): IndexedFile {
  const { hash, at, author, message, files, changed, adds, removes, url } = commit;
  const path = commitPath(commit);
  const lines = [
    message,
    '',
    ...(author === null ? [] : [`Author: ${author}`]),
    `Date: ${at.slice(0, 10)}`,
    ...(adds.length === 0 ? [] : [`${ADDS}${adds.join(', ')}`]),
    ...(removes.length === 0 ? [] : [`${REMOVES}${removes.join(', ')}`]),
    `${FILES}${changed}`,
    ...files.map(({ change, path: name, from }) =>
      [LETTERS[change], ' ', ...(from === undefined ? [] : [from, ARROW]), name].join(''),
    ),
  ];
  const text = lines.join('\n');
  const chunk: Chunk = {
    id: `commit:${hash}`,
    path,
    ...{ startLine: 1, endLine: text.split('\n').length, text, language: 'text', kind: 'window' },
    commit: hash,
    title: subjectOf(commit),
    ...defined({ url }),
    contentHash: createHash('sha256').update(text).digest('hex'),
  };
  return { path, hash: version, chunks: [chunk] };
}

/** Where the commit index stores a commit. Paths sort by time. */
export function commitPath({ hash, at }: Pick<StoredCommit, 'hash' | 'at'>): string {
  return `${at}/${hash}`;
}

/** First line of its message. */
export function subjectOf({ message }: Pick<StoredCommit, 'message'>): string {
  return message.split('\n', 1)[0] ?? '';
}

/** The commit of a chunk of a commit index; null for any other chunk. */
export function readCommit({ path, text, commit: hash, url, repository }: Chunk): StoredCommit | null {
  const own = repository === undefined ? path : path.slice(repository.length + 1);
  const at = own.split('/', 1)[0] ?? '';
  const lines = text.split('\n');
  // A message may have such lines too, but they are above.
  const head = lines.findLastIndex((line) => line.startsWith(FILES));
  if (hash === undefined || head < 0) return null;
  const start = lines.slice(0, head).findLastIndex((line) => line.startsWith('Date: '));
  const rows = lines.slice(start, head);
  const author = lines[start - 1]?.startsWith('Author: ') === true ? (lines[start - 1] ?? '').slice(8) : null;
  const names = (label: string): readonly string[] =>
    rows
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .split(', ') ?? [];
  return {
    ...{ hash, at, author },
    message: lines
      .slice(0, author === null ? start : start - 1)
      .join('\n')
      .trimEnd(),
    files: lines.slice(head + 1).flatMap((line) => fileOf(line) ?? []),
    changed: Number(lines[head]?.slice(FILES.length)),
    adds: names(ADDS),
    removes: names(REMOVES),
    ...defined({ url }),
  };
}

function fileOf(line: string): CommitFile | null {
  const change = CHANGES.get(line[0] ?? '');
  if (change === undefined) return null;
  const names = line.slice(2);
  const at = change === 'renamed' ? names.indexOf(ARROW) : -1;
  return at < 0
    ? { path: names, change }
    : { path: names.slice(at + ARROW.length), change, from: names.slice(0, at) };
}

/** How a turn names a commit: `commit/1f6589ec3a42`. */
export function shownCommit(hash: string): string {
  return `commit/${hash.slice(0, 12)}`;
}
