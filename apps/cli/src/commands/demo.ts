import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '@quarry/platform';
import { toFault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { renderReport, runIndex } from '../indexer';
import type { CommandContext } from '../terminal';
import { askOnce } from './ask';
import { ensureModel } from './setup';

/** Quarry's own sources: the root of this repository. */
const OWN_ROOT = resolve(__dirname, '../../../..');

/** Needs more than one pass: the first one finds who asks, the definitions that it calls come later. */
const QUESTION = 'How does a hop refuse to commit when another worker has taken over the turn?';

export function addDemo(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('demo')
    .description(
      "See it work: indexes Quarry's own code, asks a question that one pass cannot answer, shows each pass and the answer.",
    )
    .argument('[question]', 'another question about the code of Quarry', QUESTION)
    .action(async (question: string) => {
      const config = readConfig({ dataDir: join(OWN_ROOT, '.quarry') });
      try {
        await ensureModel(terminal);
      } catch (error) {
        if (terminal.interrupted) throw error;
        terminal.err(`${terminal.yellow('note')} ${toFault(error).message}\n`);
      }
      terminal.err(`indexing ${OWN_ROOT} ...\n`);
      const report = await runIndex(config, { root: OWN_ROOT, repository: 'quarry' }, terminal);
      terminal.err(`${renderReport(report, config.dataDir, terminal)}\n`);
      const turn = await askOnce(config, { question, pipeline: 'code' }, terminal);
      terminal.out(
        `\nNow your own code: ${terminal.bold('./quarry index PATH')}, then ${terminal.bold('./quarry ask "…" --data PATH/.quarry')}\n`,
      );
      context.setExit(turn.end?.outcome === 'failed' ? EXIT.failed : EXIT.ok);
    });
}
