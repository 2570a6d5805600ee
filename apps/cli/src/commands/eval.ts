import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { readDataSet } from '@quarry/evaluation';
import { findDataDir, readConfig } from '@quarry/platform';
import { evaluate, type Responder } from '../evaluation/run';
import { renderTable, summarize } from '../evaluation/table';
import { integer, withData, withExamples, withJson } from '../options';
import type { CommandContext } from '../terminal';

interface EvalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly pipelines: string;
  readonly responder: 'offline' | 'model' | 'oracle' | 'oracle-told';
  readonly topK?: number;
  readonly limit?: number;
}

const RESPONDERS: Readonly<Record<EvalOptions['responder'], Responder>> = {
  offline: 'offline',
  model: 'model',
  oracle: 'reading',
  'oracle-told': 'told',
};

export function addEval(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('eval')
    .summary('measure what pipelines find, on a set with known answers')
    .description(
      'Ask every question of a set with each pipeline, and measure which of the gold passages were found after the first pass and ' +
        'after the last, against one query with as many passages. A set is a folder with corpus.jsonl ({_id, title, text}), ' +
        'queries.jsonl ({_id, text}) and qrels.tsv (query, document, score). Its index is kept in the data folder.',
    )
    .argument('<set>', 'folder of the set')
    .option('-p, --pipelines <names>', 'pipelines to ask with, separated by commas', 'corag')
    .addOption(
      new Option(
        '--responder <kind>',
        'who answers: the offline responder, the configured model, or an oracle that asks the gold sub-questions ' +
          '(oracle: with the answers that stand in what it found; oracle-told: with all answers)',
      )
        .choices(Object.keys(RESPONDERS))
        .default('offline'),
    )
    .option('--top-k <number>', "hits per query, instead of the pipelines' own", integer(1, 200))
    .option('--limit <number>', 'only the first questions', integer(1, 1_000_000));
  withExamples(withJson(withData(command)), [
    ['quarry eval ~/sets/musique --pipelines corag,adaptive', ''],
    ['quarry eval ~/sets/musique --responder oracle --top-k 5 --json', ''],
  ]).action(async (set: string, options: EvalOptions) => {
    const data = await readDataSet(set);
    const config = readConfig({
      dataDir: join(findDataDir(options.data), 'eval', data.name),
      carrier: 'memory',
      logLevel: 'silent',
    });
    const measured = await evaluate(
      config,
      {
        set: data,
        pipelines: options.pipelines.split(',').map((name) => name.trim()),
        responder: RESPONDERS[options.responder],
        ...(options.topK === undefined ? {} : { topK: options.topK }),
        ...(options.limit === undefined ? {} : { limit: options.limit }),
      },
      terminal,
    );
    const summaries = measured.map(summarize);
    for (const { pipeline, failed, questions } of summaries)
      if (failed > 0) terminal.note(`${pipeline}: ${failed} of ${questions} turns failed; --json says why.`);
    terminal.out(
      options.json === true
        ? `${JSON.stringify({ set: data.name, summaries, measured }, null, 2)}\n`
        : renderTable(summaries),
    );
  });
}
