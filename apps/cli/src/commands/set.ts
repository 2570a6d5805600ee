import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  buildHistory,
  DEFAULT_RULES,
  readDataSet,
  withUnanswerable,
  writeHistorySet,
  writeUnanswerableSet,
} from '@quarry/evaluation';
import { readConfig } from '@quarry/platform';
import { openMasker } from '@quarry/secrets';
import { Fault, defined } from '@quarry/turn';
import { makeDataDir } from '../data-dir';
import { count } from '../index-report';
import { integer, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import type { CommandContext } from '../terminal';

interface FromGitOptions {
  readonly out: string;
  readonly ref?: string;
  readonly since?: string;
  readonly until?: string;
  readonly commits: number;
  readonly maxFiles: number;
  readonly minWords: number;
  readonly tests: boolean;
  readonly namedFiles: boolean;
  readonly json?: boolean;
}

export function addSet(sets: Command, context: CommandContext): void {
  sets.description('Create an evaluation set.');
  withExamples(sets, [
    ['quarry set from-git ~/my-project --out ~/sets/my-project', 'from git'],
    ['quarry set unanswerable ~/sets/a --foreign ~/sets/b --out mixed', ''],
  ]);
  addFromGit(sets, context);
  addUnanswerable(sets, context);
}

interface UnanswerableOptions {
  readonly out: string;
  readonly foreign: readonly string[];
  readonly questions: number;
  readonly json?: boolean;
}

function addUnanswerable(sets: Command, { terminal }: CommandContext): void {
  const command = sets
    .command('unanswerable')
    .summary('add unanswerable questions to a set')
    .description(
      'Create a set that measures abstention: questions of a set, questions of other sets, which its corpus does not answer, and its own ' +
        'questions with every name replaced by an invented one. The same sets always give the same questions.',
    )
    .argument('<set>', 'folder with corpus, queries and qrels')
    .requiredOption('-o, --out <folder>', 'folder to write the new set to')
    .requiredOption('--foreign <set...>', 'folders of other sets, on other subjects')
    .option(
      '--questions <number>',
      'maximum number of questions of each of the three kinds',
      integer(1, 100_000),
      50,
    );
  withExamples(withJson(command), [
    ['quarry set unanswerable ~/sets/hotpot --foreign ~/sets/cosqa --out mixed', ''],
    ['quarry eval mixed --pipelines cgrag', 'measure with it'],
  ]).action(async (set: string, options: UnanswerableOptions) => {
    const own = await readDataSet(set);
    const foreign = await Promise.all(options.foreign.map((other) => readDataSet(other)));
    const made = withUnanswerable(own, foreign, options.questions);
    const folder = resolve(options.out);
    await writeUnanswerableSet(folder, made);
    const report = { folder, answerable: made.own.length, unanswerable: made.unanswerable.length };
    terminal.out(
      options.json === true
        ? `${printableJson(report, 2)}\n`
        : `${count(report.answerable, 'question')} with an answer and ${report.unanswerable} without in ${folder}\n`,
    );
  });
}

function addFromGit(sets: Command, { terminal }: CommandContext): void {
  const command = sets
    .command('from-git')
    .summary("create a set from a repository's own history")
    .description(
      "Create a set from a git repository's own history: a commit message is the question, the source files that the commit changed are the " +
        'answer, and the tree before the commit is searched. Merges, reverts, releases and dependency updates are left out; numbers, URLs ' +
        'and file names are removed from messages. The repository is only read. See docs/evaluation-history.md for the rules.',
    )
    .argument('<repository>', 'local git repository, bare or with a work tree')
    .requiredOption('-o, --out <folder>', 'folder to write the set to')
    .option('--ref <name>', 'branch, tag or commit at the end of the history (default: HEAD)')
    .option('--since <date>', 'only commits after this date')
    .option('--until <date>', 'only commits before this date')
    .option(
      '--commits <number>',
      'maximum number of commits, newest first',
      integer(1, 10_000),
      DEFAULT_RULES.commits,
    )
    .option(
      '--max-files <number>',
      'maximum number of changed source files per commit',
      integer(1, 100),
      DEFAULT_RULES.max_files,
    )
    .option(
      '--min-words <number>',
      'minimum number of words in a message',
      integer(1, 100),
      DEFAULT_RULES.min_words,
    )
    .option('--no-tests', 'do not count changed tests as answers')
    .option('--no-named-files', 'leave out commits whose message names a changed file');
  withExamples(withJson(command), [
    ['quarry set from-git ~/my-project --out ~/sets/my-project', ''],
    ['quarry eval ~/sets/my-project', 'measure with it'],
  ]).action(async (repository: string, options: FromGitOptions) => {
    const { ref, since, until, commits, maxFiles, minWords, tests, namedFiles } = options;
    const rules = { commits, max_files: maxFiles, min_words: minWords, named_files: namedFiles, tests };
    const config = readConfig({});
    await makeDataDir(config.dataDir);
    const masker =
      config.maskSecrets === 'off'
        ? null
        : await openMasker({ dataDir: config.dataDir, repository: resolve(repository), root: null });
    const built = await buildHistory(repository, rules, {
      ...(masker ? { mask: async (message: string) => (await masker.mask(message, 'message')).text } : {}),
      signal: terminal.signal,
      onProgress: (taken, seen) => {
        terminal.progress(`${count(taken, 'commit')} of ${seen} taken`);
      },
      ...defined({ ref, since, until }),
    });
    const { set, leftOut, named } = built;
    if (set.commits.length === 0)
      throw new Fault(
        'bad_request',
        `No commit of ${set.repository} matches the rules. Left out: ${JSON.stringify(leftOut)}.`,
      );
    const folder = resolve(options.out);
    await writeHistorySet(folder, set, leftOut);
    const report = { folder, commits: set.commits.length, range: set.range, named, leftOut };
    const left = Object.entries(leftOut).map(([why, many]) => `  ${many} left out: ${why}\n`);
    terminal.out(
      options.json === true
        ? `${printableJson(report, 2)}\n`
        : `${count(set.commits.length, 'commit')} in ${folder}; ${named} named a changed file; the name was removed\n${left.join('')}`,
    );
  });
}
