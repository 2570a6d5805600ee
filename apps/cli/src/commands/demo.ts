import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { MODELS } from '@quarry/embedder';
import { readConfig, type QuarryConfig } from '@quarry/platform';
import { SERVICES } from '@quarry/solo';
import { toFault, type Turn } from '@quarry/turn';
import type { AskRequest } from '../asking/ask-turn';
import { EXIT } from '../exit-codes';
import { count, renderReport } from '../index-report';
import { runIndex } from '../indexer';
import { demoData, isPackage, OWN_NAME, OWN_ROOT } from '../installation';
import { withExamples } from '../options';
import type { Palette } from '../palette';
import { printable } from '../printable';
import type { CommandContext, Terminal } from '../terminal';
import { askOnce } from './ask';
import { ensureModel } from './setup';

/** Needs more than one pass: the first finds the step that checks citations, which calls a function elsewhere. */
const QUESTION = 'How are marks of a citation that nobody knows removed from an answer?';

/** The code graph alone answers it, completely. */
const STRUCTURAL_QUESTION = 'What implements ChatModel?';

/** Folders to search. Without them, this file would rank first, because it contains the question. */
const ABOUT = ['libs/', ...SERVICES.map(({ name }) => `apps/${name}/`)];

interface DemoOptions {
  readonly data?: string;
  readonly offline?: boolean;
}

export function addDemo(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      "Try Quarry on its own source code. Downloads the embedding model (16 MB, once; also used for your code), indexes Quarry's code by " +
        'keywords and code graph, asks a question that one pass cannot answer and one that the code graph answers completely, and shows each pass and the answers. Also works offline.',
    )
    .argument('[question...]', "another question about Quarry's code")
    .option('-d, --data <folder>', "data folder (default: '.quarry' in the clone, or ~/.cache/quarry/demo)")
    .option('--offline', 'do not download the embedding model if it is missing');
  withExamples(command, [
    ['quarry demo', ''],
    ['quarry demo "Where are citations verified?"', 'ask something else'],
  ]).action(async (words: string[], options: DemoOptions) => {
    const config = readConfig({ dataDir: options.data === undefined ? demoData() : resolve(options.data) });
    // A package would first install the runtime of the model, and the demo searches by words.
    if (options.offline !== true && !isPackage) await tryModel(config, terminal);
    terminal.err(`indexing Quarry's own code in ${OWN_ROOT} by keywords and code graph ...\n`);
    // Embedding all chunks takes minutes, and the user came for an answer.
    const report = await runIndex(
      config,
      { root: OWN_ROOT, repository: 'quarry', summaries: 'extractive', vectors: false },
      terminal,
    );
    terminal.err(`${renderReport(report, config.dataDir, terminal.onErr)}\n`);
    const asked = words.join(' ');
    const request: Pick<AskRequest, 'question' | 'path'> = asked
      ? { question: asked }
      : { question: QUESTION, path: ABOUT };
    const ask = (each: typeof request): Promise<Turn> => {
      terminal.err(`${terminal.onErr.bold('question')} ${printable(each.question)}\n`);
      return askOnce(config, { ...each, pipeline: 'code' }, terminal);
    };
    const turn = await ask(request);
    if (!asked && !terminal.interrupted) {
      terminal.err('\n');
      await ask({ question: STRUCTURAL_QUESTION });
    }
    if (terminal.interrupted) {
      context.setExit(EXIT.interrupted);
      return;
    }
    terminal.err(`\n${nextSteps(report.pendingVectors, options, terminal.onErr)}`);
    context.setExit(turn.end?.outcome === 'failed' ? EXIT.failed : EXIT.ok);
  });
}

/** Suggested next commands, one per line. */
function nextSteps(pendingVectors: number, { data }: DemoOptions, { bold, dim }: Palette): string {
  const root = relative(process.cwd(), OWN_ROOT);
  const meaning = [
    `${OWN_NAME} index`,
    ...(root === '' ? [] : [root]),
    '--repository quarry',
    ...(data === undefined ? (isPackage ? [`--data ${demoData()}`] : []) : [`--data ${data}`]),
  ];
  const steps: readonly (readonly [command: string, what: string])[] = [
    [`${OWN_NAME} index PATH`, 'index your own code'],
    [`${OWN_NAME} ask "…" --data PATH/.quarry`, 'ask about it'],
    ...(pendingVectors > 0
      ? [
          [
            meaning.join(' '),
            `also find this code by meaning: ${count(pendingVectors, 'vector')}, takes minutes`,
          ] as const,
        ]
      : []),
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(([command, what]) => `  ${bold(command.padEnd(width))}  ${dim(what)}`);
  return `Next:\n${lines.join('\n')}\n`;
}

/** The demo also works without the model, so a failed download does not end it. */
async function tryModel(config: QuarryConfig, terminal: Terminal): Promise<void> {
  const model = MODELS.get(config.embedderUrl.split(':', 1)[0] ?? '');
  if (!model) return;
  try {
    await ensureModel(terminal, { model });
  } catch (error) {
    if (terminal.interrupted) throw error;
    terminal.note(toFault(error).message);
  }
}
