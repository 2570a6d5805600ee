import { basename, resolve } from 'node:path';
import {
  changedFiles,
  GitFailed,
  GitRepository,
  readLog,
  type LoggedCommit,
  type LogOptions,
} from '@quarry/git';
import { isTestPath } from '@quarry/turn';
import type { HistoryCommit, HistoryRules, HistorySet } from './history-set';
import { askedOf } from './message';
import { isQuestion, type LeftOut } from './rules';
import { isSourceFile } from './source-file';

/** A set, and the number of excluded commits by reason. */
export interface BuiltHistory {
  readonly set: HistorySet;
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
  /** Commits of the set whose message named a changed file. The name is removed from the message. */
  readonly named: number;
}

export interface HistoryOptions extends LogOptions {
  readonly onProgress?: (taken: number, seen: number) => void;
  /** Removes secrets from a message. Without it, messages stay unchanged. */
  readonly mask?: (message: string) => Promise<string>;
}

/**
 * Builds a set from a repository's own history: a commit's message is the question, the source files that it changed
 * are the answer, its parent's tree is the corpus. Takes the newest commits until there are enough.
 * @throws Fault `path_not_found` for a missing repository, `repository_unreadable`, `bad_request` without git or for an
 *   unknown branch,
 * `cancelled`.
 */
export async function buildHistory(
  repository: string,
  rules: HistoryRules,
  options: HistoryOptions = {},
): Promise<BuiltHistory> {
  const git = await GitRepository.open(resolve(repository), options.signal ? { signal: options.signal } : {});
  try {
    return await build(git, rules, options);
  } finally {
    await git.close();
  }
}

async function build(
  git: GitRepository,
  rules: HistoryRules,
  options: HistoryOptions,
): Promise<BuiltHistory> {
  const leftOut: Partial<Record<LeftOut, number>> = {};
  const taken: (HistoryCommit & { readonly at: string; readonly named: boolean })[] = [];
  for (const [seen, logged] of (await readLog(git, options)).entries()) {
    if (taken.length >= rules.commits) break;
    options.onProgress?.(taken.length, seen);
    const found = await questionOf(git, logged, rules, options.signal);
    if (typeof found === 'string') leftOut[found] = (leftOut[found] ?? 0) + 1;
    else taken.push({ ...found, text: (await options.mask?.(found.text)) ?? found.text, at: logged.at });
  }
  const [newest, oldest] = [taken[0], taken.at(-1)];
  const set: HistorySet = {
    name: basename(git.folder),
    repository: git.folder,
    ...(newest && oldest ? { range: [oldest.at, newest.at] } : {}),
    rules,
    commits: taken.toReversed().map(({ commit, parent, text, files }) => ({ commit, parent, text, files })),
  };
  return { set, leftOut, named: taken.filter(({ named }) => named).length };
}

async function questionOf(
  git: GitRepository,
  { commit, parents, message }: LoggedCommit,
  rules: HistoryRules,
  signal?: AbortSignal,
): Promise<(HistoryCommit & { readonly named: boolean }) | LeftOut> {
  const [parent] = parents;
  if (parent === undefined) return 'first commit';
  if (!isQuestion(message)) return 'kind of change';
  if (countWords(askedOf(message, []).text) < rules.min_words) return 'short message';
  const changes = await changedFiles(git, parent, commit, signal).catch((error: unknown) => {
    if (error instanceof GitFailed) return null;
    throw error;
  });
  if (changes === null) return 'too many files';
  const counts = (path: string) => isSourceFile(path) && (rules.tests || !isTestPath(path));
  const all = changes.filter(({ before, after }) => counts(before ?? after ?? ''));
  if (all.length > rules.max_files) return 'too many files';
  const files = all.flatMap(({ before }) => (before === null ? [] : [before]));
  if (files.length === 0) return 'no source file that was there before';
  const paths = changes.flatMap(({ before, after }) => [before, after].filter((path) => path !== null));
  const { text, namedFile } = askedOf(message, paths);
  if (namedFile && !rules.named_files) return 'names a changed file';
  if (countWords(text) < rules.min_words) return 'short message';
  return { commit, parent, text, files: files.toSorted(), named: namedFile };
}

/** Words with at least two letters. */
function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}\p{L}/u.test(word)).length;
}
