import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type QuarryConfig } from '@quarry/platform';
import { SERVICES } from '@quarry/solo';
import { toFault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { count, renderReport } from '../index-report';
import { runIndex } from '../indexer';
import { withExamples } from '../options';
import type { Palette } from '../palette';
import type { CommandContext, Terminal } from '../terminal';
import { askOnce } from './ask';
import { ensureModel } from './setup';

/** Quarry's own sources: the root of this repository. */
const OWN_ROOT = resolve(__dirname, '../../../..');

/** Needs more than one pass: the first one finds the step that checks citations, the function that it calls stands elsewhere. */
const QUESTION = 'How are marks of a citation that nobody knows removed from an answer?';

/** What the question is about. This file holds its very words, and would be the first thing found. */
const ABOUT = ['libs/', ...SERVICES.map(({ name }) => `apps/${name}/`)];

interface DemoOptions {
  readonly data?: string;
  readonly offline?: boolean;
}

export function addDemo(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      "See it work: fetches the embedding model (16 MB, once; your own code is indexed with it), indexes Quarry's own code by words and by " +
        'the code graph, asks a question that one pass cannot answer, shows each pass and the answer. Works without a network, too.',
    )
    .argument('[question...]', 'another question about the code of Quarry')
    .option('-d, --data <folder>', "data folder (default: '.quarry' in the folder of Quarry)")
    .option('--offline', 'do not fetch the embedding model where it is missing');
  withExamples(command, [
    ['quarry demo', ''],
    ['quarry demo "Where are citations verified?"', 'ask something else'],
  ]).action(async (words: string[], options: DemoOptions) => {
    const config = readConfig({ dataDir: resolve(options.data ?? join(OWN_ROOT, '.quarry')) });
    if (options.offline !== true) await tryModel(config, terminal);
    terminal.err(`indexing Quarry's own code in ${OWN_ROOT} by words and by the code graph ...\n`);
    // Vectors of all its chunks take minutes, and an answer is what somebody came for.
    const report = await runIndex(
      config,
      { root: OWN_ROOT, repository: 'quarry', summaries: 'extractive', vectors: false },
      terminal,
    );
    terminal.err(`${renderReport(report, config.dataDir, terminal.onErr)}\n`);
    const asked = words.join(' ');
    const request = asked ? { question: asked } : { question: QUESTION, path: ABOUT };
    const turn = await askOnce(config, { ...request, pipeline: 'code' }, terminal);
    if (terminal.interrupted) {
      context.setExit(EXIT.interrupted);
      return;
    }
    terminal.err(`\n${nextSteps(report.pendingVectors, options, terminal.onErr)}`);
    context.setExit(turn.end?.outcome === 'failed' ? EXIT.failed : EXIT.ok);
  });
}

/** Commands to go on with, one a line. */
function nextSteps(pendingVectors: number, { data }: DemoOptions, { bold, dim }: Palette): string {
  const root = relative(process.cwd(), OWN_ROOT);
  const meaning = [
    './quarry index',
    ...(root === '' ? [] : [root]),
    '--repository quarry',
    ...(data === undefined ? [] : [`--data ${data}`]),
  ];
  const steps: readonly (readonly [command: string, what: string])[] = [
    ['./quarry index PATH', 'index your own code'],
    ['./quarry ask "…" --data PATH/.quarry', 'ask about it'],
    ...(pendingVectors > 0
      ? [
          [
            meaning.join(' '),
            `find this code by meaning, too: ${count(pendingVectors, 'vector')}, some minutes`,
          ] as const,
        ]
      : []),
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(([command, what]) => `  ${bold(command.padEnd(width))}  ${dim(what)}`);
  return `Next:\n${lines.join('\n')}\n`;
}

/** Without the model the demo works all the same: no reason to end. */
async function tryModel(config: QuarryConfig, terminal: Terminal): Promise<void> {
  if (!config.embedderUrl.startsWith('minilm:')) return;
  try {
    await ensureModel(terminal);
  } catch (error) {
    if (terminal.interrupted) throw error;
    terminal.note(toFault(error).message);
  }
}
