import type { Command } from 'commander';
import type { RevisionComparison } from '@quarry/application/revisions';
import { presentEnded } from '@quarry/application/turns';
import { findDataDir, readConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { exitCodeOf } from '../asking/ask-answers';
import { withQuestionOptions } from '../asking/question-options';
import { withServices, type AnsweredTurn, type AskRequest, type ServedRevisions } from '../asking/ask-turn';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderComparison } from '../render-comparison';
import { withGateway } from '../server/ask-server';
import { withServer } from '../server/server';
import type { CommandContext, Terminal } from '../terminal';

interface DiffOptions extends Omit<AskRequest, 'question' | 'at'> {
  readonly data?: string;
  readonly at?: string;
  readonly server?: string;
}

interface AskedBoth {
  readonly answers: readonly AnsweredTurn[];
  /** Null without two answers. */
  readonly comparison: RevisionComparison | null;
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
  withExamples(withJson(withServer(withData(withQuestionOptions(command)))), [
    ['quarry diff v1.2..v2.0 "How are duplicates refused?"', ''],
    ['quarry diff v1.2..v2.0 "Who calls taxOf?" --repository shop', 'one of several repositories'],
    ["quarry diff v1.2..v2.0 'Why?' --json | jq '.comparison.evidence'", ''],
  ]).action(async (revisions: string, words: string[], options: DiffOptions) => {
    const [from, to] = revisionsOf(revisions, options.at);
    const { pipeline, quiet, json, server } = options;
    const request = { ...options, question: words.join(' ') };
    const ask = (served: ServedRevisions): Promise<AskedBoth> =>
      askBoth(served, request, [from, to], terminal);
    const { answers, comparison } =
      server === undefined
        ? await withServices(
            readConfig({ dataDir: findDataDir(options.data) }),
            { terminal, quiet: quiet === true, names: [pipeline] },
            ask,
          )
        : await withGateway(server, terminal, ask);
    const turns = answers.map(({ turn }) => turn);
    const [older, newer] = turns;
    if (!older || !newer || !comparison) {
      const failed = turns.find(({ answer }) => answer === null);
      if (failed?.end) terminal.note(`there is nothing to compare: ${failed.end.reason}`);
      context.setExit(exitCodeOf(turns));
      return;
    }
    if (json === true) {
      const [a, b] = answers.map((answered) => answered.response ?? presentEnded(answered));
      terminal.out(`${printableJson({ from: a, to: b, comparison }, 2)}\n`);
    } else terminal.out(renderComparison({ from, to, older, newer, comparison }, terminal.onOut));
    context.setExit(exitCodeOf(turns));
  });
}

async function askBoth(
  served: ServedRevisions,
  request: AskRequest,
  snapshots: readonly string[],
  terminal: Terminal,
): Promise<AskedBoth> {
  const answers: AnsweredTurn[] = [];
  for (const at of snapshots) await served.check({ ...request, at });
  for (const at of snapshots) {
    if (terminal.interrupted) break;
    if (request.quiet !== true && request.json !== true) terminal.err(`\n${terminal.onErr.bold(at)}\n`);
    // A session would let the second answer read the first.
    const session = request.session === undefined ? {} : { session: `${request.session}.${at}` };
    answers.push(await served.ask({ ...request, ...session, at }));
  }
  const [older, newer] = answers.map(({ turn }) => turn);
  return { answers, comparison: older?.answer && newer?.answer ? await served.compare(older, newer) : null };
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
