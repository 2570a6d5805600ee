import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { checkSameQuestions, compareRuns, fingerprintOf, isHistorySet, summarize } from '@quarry/evaluation';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import { Fault, RETRIEVAL_MODES, defined, type RetrievalMode } from '@quarry/turn';
import { calibrated, renderCalibration } from '../evaluation/calibration-table';
import { againstReference } from '../evaluation/differences';
import { readEvalSet, type EvalSet } from '../evaluation/eval-set';
import { evaluateSet } from '../evaluation/evaluate-set';
import { evalHistory, type HistoryOptions } from '../evaluation/history-report';
import { RESPONDERS, type Responder } from '../evaluation/responder';
import { checkSavable, readRun, saveRun, writeRunFiles } from '../evaluation/run-files';
import { listOf, namedStores } from '../evaluation/stores';
import { renderAgainst, renderComparisons, renderSummaries } from '../evaluation/table';
import { EXIT } from '../exit-codes';
import { integer, shareOf, withData, withExamples, withJson } from '../options';
import type { CommandContext } from '../terminal';
import { addEvalClaims } from './eval-claims';

interface EvalOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly pipelines: string;
  readonly modes?: string;
  readonly stores?: string;
  readonly responder: Responder;
  readonly answers?: boolean;
  readonly judge?: boolean;
  readonly split?: string;
  readonly queryField?: string;
  readonly topK?: number;
  readonly limit?: number;
  readonly runFile?: string;
  readonly save?: string;
  readonly compare?: string;
  readonly maxDrop?: number;
}

export function addEval(command: Command, context: CommandContext): void {
  command
    .description(
      'Ask every question of a set with each pipeline, or with retrieval modes alone, and measure what was found, cited and answered, and ' +
        'the cost. A set is a folder with corpus.jsonl ({_id, title, text}), queries.jsonl ({_id, text, answer}) and qrels.tsv (query, ' +
        'document, grade), or a folder with questions.jsonl ({id, question, answer}) and documents/. See docs/evaluation.md for metrics, ' +
        'set formats and how to compare runs. The index is kept in the data folder.',
    )
    .argument('<set>', 'folder of the set')
    .option('-p, --pipelines <names>', 'pipelines to use, separated by commas', 'corag')
    .option('--modes <names>', `measure retrieval modes instead of pipelines: ${RETRIEVAL_MODES.join(', ')}`)
    .option(
      '--stores <names>',
      'stores to measure on: embedded, elasticsearch (as configured) or elasticsearch:URL (default: the configured store)',
    );
  addResponder(command)
    .option('--split <name>', 'part of the set to use, if it has several')
    .option('--query-field <name>', 'query field to ask, such as rewrite (default: text)')
    .option(
      '--top-k <number>',
      'hits per query (default: as each pipeline sets; modes: 200)',
      integer(1, 1_000),
    )
    .option(
      '--limit <number>',
      'number of questions to ask, from the first (default: all)',
      integer(1, 1_000_000),
    )
    .option('--run-file <folder>', 'write the results as TREC run files, for trec_eval')
    .option('--save <file>', 'save the run, to compare with it later')
    .option(
      '--compare <file>',
      `compare with a saved run, question by question; exits with ${EXIT.regressed} if a metric got worse`,
    )
    .option(
      '--max-drop <share>',
      'with --compare: a metric got worse if its mean fell by more than this (default: if the 95 % interval of the difference ' +
        'is below 0)',
      shareOf,
    );
  withExamples(withJson(withData(command)), [
    ['quarry eval ~/sets/musique --pipelines corag,adaptive', ''],
    ['quarry eval ~/sets/scifact --modes bm25,semantic,hybrid', ''],
    ['quarry eval ~/sets/musique --responder oracle --top-k 5 --json', ''],
    ['quarry eval ~/sets/scifact --save scifact.json', ''],
    ['quarry eval ~/sets/scifact --compare scifact.json --max-drop 0.01', ''],
  ]).action((set: string, options: EvalOptions) => runEval(set, options, context));
  command.enablePositionalOptions();
  addEvalClaims(command, context.terminal);
}

function addResponder(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--responder <kind>',
        'what answers: the offline responder, the configured model, or an oracle that knows the gold. For passages, the oracle asks the gold ' +
          'sub-questions (oracle: with the answers that appear in what it found; oracle-told: with all answers). For documents, it knows the ' +
          'gold page and reads only what it fetched',
      )
        .choices(RESPONDERS)
        .default('offline'),
    )
    .option('--answers', 'of a set of passages, ask only questions with a known answer')
    .option('--judge', 'let the configured model judge whether each answer is correct');
}

async function runEval(folder: string, options: EvalOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { split, queryField, limit, topK, save, compare, maxDrop } = options;
  if (await isHistorySet(folder)) return evalHistory(folder, historyOptions(options), terminal);
  if (maxDrop !== undefined && compare === undefined)
    throw new Fault(
      'bad_request',
      '--max-drop applies to a comparison with a saved run. Name the run with --compare FILE.',
    );
  const set = await readEvalSet(folder, {
    answers: options.answers === true,
    ...defined({ split, queryField, limit }),
  });
  const before = compare === undefined ? null : await readRun(compare);
  if (before) checkSameQuestions(before, { set: describe(set) });
  if (save !== undefined) await checkSavable(save);
  const config = configFor(set.name, options);
  const run = await evaluateSet(config, set, {
    pipelines: listOf(options.pipelines),
    modes: modesOf(options.modes),
    stores: namedStores(options.stores, config),
    responder: options.responder,
    judge: options.judge === true,
    terminal,
    ...defined({ topK }),
  });
  if (save !== undefined) await saveRun(save, run);
  const runFiles =
    options.runFile === undefined ? [] : await writeRunFiles(options.runFile, run, set.questions);
  const summaries = run.systems.map(summarize);
  for (const { name, failed, questions } of summaries)
    if (failed > 0) terminal.note(`${name}: ${failed} of ${questions} turns failed; --json shows why.`);
  const against = againstReference(run.systems);
  const calibration = calibrated(run.systems);
  const comparison = before && compareRuns(before, run, maxDrop === undefined ? {} : { maxDrop });
  const regressed = (comparison ?? []).some(({ differences }) => differences.some((one) => one.regressed));
  if (options.json === true) {
    const { set: asked, at, systems: measured } = run;
    const result = {
      ...{ set: asked, at, summaries, calibration, against, comparison, regressed, runFiles },
      measured,
    };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
  } else {
    const tables = [renderSummaries(run.set, summaries)];
    if (calibration.length > 0) tables.push(renderCalibration(calibration));
    if (against) tables.push(renderAgainst(against.reference, against.comparisons));
    if (comparison) tables.push(renderComparisons(compare ?? '', comparison));
    terminal.out(tables.join('\n'));
  }
  if (regressed) context.setExit(EXIT.regressed);
}

function describe({ name, split, questions }: EvalSet) {
  return { name, split, questions: questions.length, fingerprint: fingerprintOf(questions) };
}

/** @throws Fault `bad_request` for an unknown mode */
function modesOf(names: string | undefined): readonly RetrievalMode[] {
  return listOf(names ?? '').map((name) => {
    const mode = RETRIEVAL_MODES.find((one) => one === name);
    if (mode) return mode;
    throw new Fault(
      'bad_request',
      `There is no retrieval mode '${name}'. Name ${RETRIEVAL_MODES.join(', ')}.`,
    );
  });
}

function configFor(name: string, { data }: EvalOptions): QuarryConfig {
  return readConfig({
    dataDir: join(findDataDir(data), 'eval', name),
    carrier: 'memory',
    logLevel: 'silent',
  });
}

/** Ranks files by retrieval alone: BM25 if it is the only mode named, otherwise hybrid. */
function historyOptions(options: EvalOptions): HistoryOptions {
  const { limit, modes, json } = options;
  return {
    config: (name) => configFor(name, options),
    vectors: modes !== 'bm25',
    json: json === true,
    ...defined({ limit }),
  };
}
