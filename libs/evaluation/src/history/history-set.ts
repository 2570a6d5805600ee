import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isHash } from '@quarry/git';
import { Fault } from '@quarry/turn';
import { parse, stringify } from 'yaml';
import { readJsonLines } from '../jsonl';

/** One commit as a question: its message is the question, the files that it changed are the answer. */
export interface HistoryCommit {
  /** Hash of the commit, and the question's identity. */
  readonly commit: string;
  /** Hash of its parent, whose tree is searched. */
  readonly parent: string;
  /** Its message, without anything that reveals the files. */
  readonly text: string;
  /** The changed source files, by their names in the parent's tree. */
  readonly files: readonly string[];
}

/** Rules for the selection of commits. */
export interface HistoryRules {
  /** Maximum number of commits, newest first. */
  readonly commits: number;
  /** Maximum number of changed source files per commit. */
  readonly max_files: number;
  /** Minimum number of words in a message after the removals. */
  readonly min_words: number;
  /** Whether a message may name a changed file. The name is removed in any case. */
  readonly named_files: boolean;
  /** Whether changed tests count as answers. */
  readonly tests: boolean;
}

export interface HistorySet {
  readonly name: string;
  /** Absolute path of the git repository. */
  readonly repository: string;
  /** Commit time of the oldest and of the newest commit (ISO 8601); absent without commits. */
  readonly range?: readonly [oldest: string, newest: string];
  readonly rules: HistoryRules;
  /** Oldest first: the index follows the history. */
  readonly commits: readonly HistoryCommit[];
}

const KIND = 'history';

/** Whether the folder contains a set of this kind. */
export async function isHistorySet(folder: string): Promise<boolean> {
  const text = await readFile(join(resolve(folder), 'set.yaml'), 'utf8').catch(() => '');
  return /^kind:\s*history\s*$/m.test(text.slice(0, 4_000));
}

/**
 * Writes `set.yaml` and `commits.jsonl` ({_id, commit, parent, text, files}).
 * @throws Fault `bad_request` if the folder contains another set.
 */
export async function writeHistorySet(
  folder: string,
  set: HistorySet,
  left: Readonly<Record<string, number>>,
): Promise<void> {
  const root = resolve(folder);
  const there = await stat(join(root, 'set.yaml')).catch(() => null);
  if (there && !(await isHistorySet(root)))
    throw new Fault('bad_request', `${root} contains a set of another kind. Choose another folder.`);
  await mkdir(root, { recursive: true });
  const lines = set.commits.map((one) => JSON.stringify({ _id: one.commit.slice(0, 12), ...one }));
  await writeFile(join(root, 'commits.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const { repository, range, rules } = set;
  const about = { kind: KIND, repository, ...(range ? { range: [...range] } : {}), rules, left_out: left };
  await writeFile(join(root, 'set.yaml'), stringify(about));
}

/** @throws Fault `path_not_found` for a missing file, `bad_request` for an invalid one. */
export async function readHistorySet(folder: string): Promise<HistorySet> {
  const root = resolve(folder);
  const text = await readFile(join(root, 'set.yaml'), 'utf8').catch(() => {
    throw new Fault('path_not_found', `There is no set.yaml in ${root}.`);
  });
  const about = parsed(text, root);
  const commits = (await readJsonLines(join(root, 'commits.jsonl'))).map((line, at) => {
    const { commit, parent, text: asked, files } = line;
    if (!isHash(commit) || !isHash(parent) || typeof asked !== 'string' || !isNames(files))
      throw new Fault(
        'bad_request',
        `Line ${at + 1} of ${join(root, 'commits.jsonl')} is not {commit, parent, text, files}.`,
      );
    return { commit, parent, text: asked, files };
  });
  return { name: basename(root), ...about, commits };
}

/** Defaults of `quarry set from-git`. */
export const DEFAULT_RULES: HistoryRules = {
  commits: 100,
  max_files: 8,
  min_words: 4,
  named_files: true,
  tests: true,
};

function parsed(text: string, root: string): Pick<HistorySet, 'repository' | 'rules'> {
  const wrong = (what: string) => new Fault('bad_request', `${join(root, 'set.yaml')}: ${what}.`);
  let about: unknown;
  try {
    about = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is no YAML');
  }
  if (typeof about !== 'object' || about === null) throw wrong('it has no `repository`');
  const { repository, rules } = about as { repository?: unknown; rules?: unknown };
  if (typeof repository !== 'string' || repository === '') throw wrong('`repository` is missing');
  const overrides = typeof rules === 'object' && rules !== null ? (rules as Partial<HistoryRules>) : {};
  return { repository: resolve(root, repository), rules: { ...DEFAULT_RULES, ...overrides } };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}
