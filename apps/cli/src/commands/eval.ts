import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { isQuestionSet, readDataSet, readQuestionSet } from '@quarry/evaluation';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { evaluateAnswers, evaluatePassages, type Asked, type EvalReport } from '../evaluation/reports';
import { asAnswerQuestion } from '../evaluation/answers';
import { RESPONDERS, type Responder } from '../evaluation/responder';
import { integer, withData, withExamples, withJson } from '../options';
import type { CommandContext } from '../terminal';

interface EvalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly pipelines: string;
  readonly responder: Responder;
  readonly answers?: boolean;
  readonly judge?: boolean;
  readonly topK?: number;
  readonly limit?: number;
}

export function addEval(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('eval')
    .summary('measure what pipelines find and answer, on a set with known answers')
    .description(
      'Ask every question of a set with each pipeline. For a folder with corpus.jsonl ({_id, title, text}), queries.jsonl ({_id, text}) and ' +
        'qrels.tsv (query, document, score): which of the gold passages were found after the first pass and after the last, against one ' +
        'query with as many passages. For a folder with questions.jsonl ({id, question, answer}) and documents/: how many answers are ' +
        'right, what they cost, and whether their numbers are traced to the right pages. The index is kept in the data folder.',
    )
    .argument('<set>', 'folder of the set')
    .option('-p, --pipelines <names>', 'pipelines to ask with, separated by commas', 'corag')
    .addOption(
      new Option(
        '--responder <kind>',
        'who answers: the offline responder, the configured model, or an oracle that knows the gold. Of passages it asks the gold ' +
          'sub-questions (oracle: with the answers that stand in what it found; oracle-told: with all answers); of documents it knows the gold ' +
          'page, and reads only what it fetched',
      )
        .choices(RESPONDERS)
        .default('offline'),
    )
    .option('--answers', 'measure answers also for a set of passages, where its queries have an "answer"')
    .option('--judge', 'let the configured model say of each answer whether it is right')
    .option('--top-k <number>', "hits per query, instead of the pipelines' own", integer(1, 200))
    .option('--limit <number>', 'only the first questions', integer(1, 1_000_000));
  withExamples(withJson(withData(command)), [
    ['quarry eval ~/sets/musique --pipelines corag,adaptive', ''],
    ['quarry eval ~/sets/filings --pipelines extraction,agent,planner', ''],
    ['quarry eval ~/sets/musique --responder oracle --top-k 5 --json', ''],
  ]).action(async (set: string, options: EvalOptions) => {
    const { name, summaries, measured, table } = await reportOn(set, options, { terminal });
    for (const { pipeline, failed, questions } of summaries)
      if (failed > 0) terminal.note(`${pipeline}: ${failed} of ${questions} turns failed; --json says why.`);
    terminal.out(
      options.json === true ? `${JSON.stringify({ set: name, summaries, measured }, null, 2)}\n` : table,
    );
  });
}

async function reportOn(
  set: string,
  options: EvalOptions,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<EvalReport> {
  const asked: Asked = {
    pipelines: options.pipelines.split(',').map((name) => name.trim()),
    responder: options.responder,
    judge: options.judge === true,
    ...(options.topK === undefined ? {} : { topK: options.topK }),
    ...(options.limit === undefined ? {} : { limit: options.limit }),
  };
  if (await isQuestionSet(set)) {
    const data = await readQuestionSet(set);
    return evaluateAnswers(configFor(data.name, options), data, asked, terminal);
  }
  const data = await readDataSet(set);
  if (options.answers !== true) return evaluatePassages(configFor(data.name, options), data, asked, terminal);
  const questions = data.questions.filter(({ answers }) => answers.length > 0).map(asAnswerQuestion);
  if (questions.length === 0) throw new Fault('bad_request', `No query of ${set} has an answer.`);
  return evaluateAnswers(configFor(data.name, options), { ...data, questions }, asked, terminal);
}

function configFor(name: string, { data }: EvalOptions): QuarryConfig {
  return readConfig({
    dataDir: join(findDataDir(data), 'eval', name),
    carrier: 'memory',
    logLevel: 'silent',
  });
}
