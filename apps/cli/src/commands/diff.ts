import type { Command } from 'commander';
import { compareRevisions, type RevisionComparison } from '@quarry/application/revisions';
import { presentTurn } from '@quarry/application/turns';
import { findDataDir, openStoresToRead, readConfig } from '@quarry/platform';
import { Fault, type Turn } from '@quarry/turn';
import { exitCodeOf } from '../asking/ask-answers';
import { withQuestionOptions } from '../asking/question-options';
import { withServices, type AskRequest, type Served } from '../asking/ask-turn';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderComparison } from '../render-comparison';
import type { CommandContext, Terminal } from '../terminal';

interface DiffOptions extends Omit<AskRequest, 'question' | 'at'> {
  readonly data?: string;
  readonly at?: string;
}

/** `quarry diff`: asks one question at two snapshots, and compares the answers and what they cite. */
export function addDiff(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      'Ask a question about two revisions, and compare the answers: statements that only one of them makes, and how the ' +
        'cited lines changed. Both must be indexed: quarry index PATH --revision NAME.',
    )
    .argument('<range>', 'two snapshots, the older one first: v1.2..v2.0')
    .argument('<question...>', 'the question')
    .option('-p, --pipeline <name>', "pipeline to use (see 'quarry pipelines list')", 'code')
    .option('-q, --quiet', 'without the live view');
  withExamples(withJson(withData(withQuestionOptions(command))), [
    ['quarry diff v1.2..v2.0 "How are duplicates refused?"', ''],
    ['quarry diff v1.2..v2.0 "Who calls taxOf?" --repository shop', 'one of several repositories'],
    ["quarry diff v1.2..v2.0 'Why?' --json | jq '.comparison.evidence'", ''],
  ]).action(async (revisions: string, words: string[], options: DiffOptions) => {
    const [from, to] = revisionsOf(revisions, options.at);
    const { pipeline, quiet, json } = options;
    const request = { ...options, question: words.join(' ') };
    const config = readConfig({ dataDir: findDataDir(options.data) });
    const turns = await withServices(
      config,
      { terminal, quiet: quiet === true, names: [pipeline] },
      (served) => askBoth(served, request, [from, to], terminal),
    );
    const [older, newer] = turns;
    if (!older?.answer || !newer?.answer) {
      const failed = turns.find(({ answer }) => answer === null);
      if (failed?.end) terminal.note(`there is nothing to compare: ${failed.end.reason}`);
      context.setExit(exitCodeOf(turns));
      return;
    }
    const comparison = await compared(config, older, newer);
    if (json === true) {
      const [a, b] = [older, newer].map((turn) => presentTurn({ turn, v: 0, at: '', status: 'ended' }));
      terminal.out(`${printableJson({ from: a, to: b, comparison }, 2)}\n`);
    } else terminal.out(renderComparison({ from, to, older, newer, comparison }, terminal.onOut));
    context.setExit(exitCodeOf(turns));
  });
}

async function askBoth(
  served: Served,
  request: AskRequest,
  snapshots: readonly string[],
  terminal: Terminal,
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (const at of snapshots) {
    if (terminal.interrupted) break;
    if (request.quiet !== true && request.json !== true) terminal.err(`\n${terminal.onErr.bold(at)}\n`);
    // A session would let the second answer read the first.
    const session = request.session === undefined ? {} : { session: `${request.session}.${at}` };
    turns.push((await served.ask({ ...request, ...session, at })).turn);
  }
  return turns;
}

async function compared(
  config: ReturnType<typeof readConfig>,
  older: Turn,
  newer: Turn,
): Promise<RevisionComparison> {
  const stores = await openStoresToRead({ ...config, embedderUrl: 'none' });
  try {
    return await compareRevisions(stores.searchIndex, older, newer);
  } finally {
    await stores.close();
  }
}

/** @throws Fault `bad_request` */
function revisionsOf(text: string, at: string | undefined): readonly [from: string, to: string] {
  const [from = '', to = '', ...more] = text.split('..');
  if (from !== '' && to !== '' && !to.startsWith('.') && more.length === 0 && from !== to && at === undefined)
    return [from, to];
  throw new Fault(
    'bad_request',
    at === undefined
      ? `'${text.slice(0, 100)}' does not name two snapshots. Write the older one first: v1.2..v2.0.`
      : '--at is for one snapshot; quarry diff names two: v1.2..v2.0.',
  );
}
