import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import { parse, stringify } from 'yaml';
import { readJsonLines } from '../jsonl';

/** One commit as a question: its message asks, the files that it changed answer. */
export interface HistoryCommit {
  /** Hash of the commit, and the question's identity. */
  readonly commit: string;
  /** Hash of its parent, whose tree is searched. */
  readonly parent: string;
  /** Its message without what gives the files away. */
  readonly text: string;
  /** The changed source files by the names that they have in the parent's tree. */
  readonly files: readonly string[];
}

/** By what rules commits were taken. */
export interface HistoryRules {
  /** Most commits, the newest first. */
  readonly commits: number;
  /** Most changed source files of a commit. */
  readonly max_files: number;
  /** Fewest words of a message after everything was taken out of it. */
  readonly min_words: number;
  /** Whether a message may name a changed file; its name is taken out in any case. */
  readonly named_files: boolean;
  /** Whether changed tests count as answers. */
  readonly tests: boolean;
}

export interface HistorySet {
  readonly name: string;
  /** Absolute path of the git repository. */
  readonly repository: string;
  /** Commit time of the oldest and of the newest commit (ISO 8601); absent where there is none. */
  readonly range?: readonly [oldest: string, newest: string];
  readonly rules: HistoryRules;
  /** Oldest first: the index follows the history. */
  readonly commits: readonly HistoryCommit[];
}

const KIND = 'history';

/** Whether the folder holds a set of this kind. */
export async function isHistorySet(folder: string): Promise<boolean> {
  const text = await readFile(join(resolve(folder), 'set.yaml'), 'utf8').catch(() => '');
  return /^kind:\s*history\s*$/m.test(text.slice(0, 4_000));
}

/**
 * Writes `set.yaml` and `commits.jsonl` ({_id, commit, parent, text, files}).
 * @throws Fault `bad_request` where the folder holds another set.
 */
export async function writeHistorySet(
  folder: string,
  set: HistorySet,
  left: Readonly<Record<string, number>>,
): Promise<void> {
  const root = resolve(folder);
  const there = await stat(join(root, 'set.yaml')).catch(() => null);
  if (there && !(await isHistorySet(root)))
    throw new Fault('bad_request', `${root} holds a set of another kind. Give another folder.`);
  await mkdir(root, { recursive: true });
  const lines = set.commits.map((one) => JSON.stringify({ _id: one.commit.slice(0, 12), ...one }));
  await writeFile(join(root, 'commits.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const { repository, range, rules } = set;
  const about = { kind: KIND, repository, ...(range ? { range: [...range] } : {}), rules, left_out: left };
  await writeFile(join(root, 'set.yaml'), stringify(about));
}

/** @throws Fault `path_not_found` where a file is missing, `bad_request` where one cannot be read. */
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

/** What `quarry set from-git` does where nothing is said. */
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
  const said = typeof rules === 'object' && rules !== null ? (rules as Partial<HistoryRules>) : {};
  return { repository: resolve(root, repository), rules: { ...DEFAULT_RULES, ...said } };
}

/** SHA-1 or SHA-256, as git prints it: nothing that git could take for an option or a range. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}
