import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type QuarryConfig } from '@quarry/platform';
import { SERVICES } from '@quarry/solo';
import { toFault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { renderReport } from '../index-report';
import { runIndex } from '../indexer';
import { withExamples } from '../options';
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
      "See it work: fetches the embedding model (16 MB, once), indexes Quarry's own code, asks a question that one pass cannot " +
        'answer, shows each pass and the answer. Works without a network, too, by keywords.',
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
    terminal.err(`indexing ${OWN_ROOT} ...\n`);
    const report = await runIndex(
      config,
      { root: OWN_ROOT, repository: 'quarry', summaries: 'extractive' },
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
    const { bold } = terminal.onErr;
    terminal.err(
      `\nNow your own code: ${bold('./quarry index PATH')}, then ${bold('./quarry ask "…" --data PATH/.quarry')}\n`,
    );
    context.setExit(turn.end?.outcome === 'failed' ? EXIT.failed : EXIT.ok);
  });
}

/** Without the model the demo works by keywords: no reason to end. */
async function tryModel(config: QuarryConfig, terminal: Terminal): Promise<void> {
  if (!config.embedderUrl.startsWith('minilm:')) return;
  try {
    await ensureModel(terminal);
  } catch (error) {
    if (terminal.interrupted) throw error;
    terminal.note(toFault(error).message);
  }
}
