import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { LOCAL_TENANT, presentTurn, type TurnDesk } from '@quarry/gateway';
import { findDataDir, openPlatform, readConfig, readWorkspace, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, type Turn, type TurnEvent } from '@quarry/turn';
import { checkDataDir } from '../data-dir';
import { EXIT } from '../exit-codes';
import { LiveView } from '../live-view';
import { logToStderr, silenceLogs } from '../logs';
import { carrierOption, collect, withData, withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import { renderTurn } from '../render';
import { adviceFor } from '../report-fault';
import { readStdin } from '../stdin';
import type { CommandContext, Terminal } from '../terminal';
import { TurnArchive } from '../turn-archive';

/** After Ctrl-C, a step that still runs may end for so long; the stores take no harm where it does not. */
const GRACE_MS = 1_000;

interface AskOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly pipeline: string;
  readonly session?: string;
  readonly notEnglish?: boolean;
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly quiet?: boolean;
  readonly carrier?: QuarryConfig['carrier'];
}

export function addAsk(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const command = program
    .command('ask')
    .summary('ask a question about what is indexed')
    .description(
      'Ask a question about what is indexed. Each pass is shown as it happens (on stderr), then the answer with its sources, ' +
        'and what was looked for, found and not found (on stdout).',
    )
    .argument('<question...>', "the question; '-' reads it from stdin")
    .option('-p, --pipeline <name>', "pipeline to answer with; see 'quarry pipelines list'", 'code')
    .option('-s, --session <name>', 'go on with this conversation, or begin it')
    .option(
      '--not-english',
      'the question is in another language: translate it, and the answer back (needs a model)',
    )
    .option('--path <prefix>', 'only files whose path begins so; may be repeated', collect)
    .option('--language <name>', 'only files in this language; may be repeated', collect)
    .option('-q, --quiet', 'no live view, only the answer')
    .addOption(carrierOption());
  withExamples(withJson(withData(command)), [
    ['quarry ask "Where is the tax computed, and who calls it?"', ''],
    ['quarry ask "And for Austria?" --session tax', ''],
    ['quarry ask "What writes dbo.Invoice?" --path src/ --language csharp', ''],
    ["quarry ask - < question.txt --json | jq -r '.answer.text'", ''],
  ]).action(async (words: string[], options: AskOptions) => {
    if (words[0] === '-' && process.stdin.isTTY)
      terminal.note('reading the question from here; end with Ctrl-D');
    const question = words.length === 1 && words[0] === '-' ? await readStdin() : words.join(' ');
    const config = readConfig({
      dataDir: findDataDir(options.data),
      ...(options.carrier ? { carrier: options.carrier } : {}),
    });
    const turn = await askOnce(config, { ...options, question }, terminal);
    context.setExit(exitCodeOf(turn));
  });
}

export interface AskRequest extends AskOptions {
  readonly question: string;
}

/** Starts the services, asks, shows the passes, prints the answer, keeps the turn's log. Returns the finished turn. */
export async function askOnce(config: QuarryConfig, request: AskRequest, terminal: Terminal): Promise<Turn> {
  const workspace = await readWorkspace(config.dataDir);
  if (!workspace && config.repository === undefined) {
    throw new Fault(
      'index_missing',
      `There is no index at ${config.dataDir}. Build one first: quarry index PATH (then ask from within PATH, or pass --data).`,
    );
  }
  await checkDataDir(config.dataDir);
  // How a step failed is in the turn's log; who wants the services' own words as well says so.
  if (process.env['QUARRY_LOG_LEVEL']) logToStderr(terminal);
  else silenceLogs();
  const pipelines = loadAskablePipelines(config);
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines });
  try {
    if (!running.desk) throw new Fault('internal', 'The gateway did not start.');
    if (platform.embedderProblem !== null && request.quiet !== true)
      terminal.note(`keyword search only: ${platform.embedderProblem}`);
    if (terminal.signal.aborted) throw new Fault('cancelled', 'nothing was asked yet.');
    const { turn, events } = await follow(running.desk, request, terminal);
    await new TurnArchive(config.dataDir).save({ turn, events });
    print(turn, request, workspace?.root ?? null, terminal);
    return turn;
  } finally {
    if (terminal.interrupted) await Promise.race([running.close(), sleep(GRACE_MS)]);
    else await running.close();
  }
}

function print(turn: Turn, request: AskRequest, root: string | null, terminal: Terminal): void {
  if (request.json === true) {
    terminal.out(`${printableJson(presentTurn({ turn, v: 0, at: '', status: 'ended' }), 2)}\n`);
  } else if (turn.end?.outcome === 'failed') {
    const { code, reason } = turn.end;
    terminal.err(
      `\n${terminal.onErr.red('error')} ${code ?? 'internal'}: ${printable(reason)}\n${adviceFor(code)}`,
    );
    terminal.err(`      The turn is kept: quarry turns show ${turn.id}\n`);
  } else if (turn.end?.outcome === 'cancelled') {
    terminal.err(`stopped: the turn was cancelled and is kept: quarry turns show ${turn.id}\n`);
  } else {
    terminal.out(`${request.quiet === true ? '' : '\n'}${renderTurn(turn, terminal.onOut, root)}`);
  }
}

async function follow(
  desk: TurnDesk,
  request: AskRequest,
  terminal: Terminal,
): Promise<{ turn: Turn; events: TurnEvent[] }> {
  const filter = {
    ...(request.path ? { pathPrefixes: request.path } : {}),
    ...(request.language ? { languages: request.language } : {}),
  };
  const { turnId } = await desk.ask({
    tenant: LOCAL_TENANT,
    question: request.question,
    pipeline: request.pipeline,
    isEnglish: request.notEnglish !== true,
    createSession: true,
    ...(request.session === undefined ? {} : { session: request.session }),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  });
  // At Ctrl-C the turn is cancelled and its log read to the end, so that it is kept as it stood.
  const cancel = (): void => {
    desk.cancel(LOCAL_TENANT, turnId).catch((error: unknown) => {
      terminal.note(`the turn could not be cancelled: ${String(error)}`);
    });
  };
  if (terminal.signal.aborted) cancel();
  else terminal.signal.addEventListener('abort', cancel, { once: true });
  const live = request.json !== true && request.quiet !== true;
  const view = new LiveView(terminal.onErr, terminal.width);
  const events: TurnEvent[] = [];
  let written = 0;
  for await (const event of await desk.watch(LOCAL_TENANT, turnId)) {
    events.push(event);
    const line = live ? view.render(event) : null;
    if (line !== null) terminal.err(`${line}\n`);
    if (live && event.body.type === 'answer.delta')
      terminal.progress(`  writing the answer: ${(written += event.body.text.length)} characters`);
  }
  const ended = await desk.view(LOCAL_TENANT, turnId);
  if (!('turn' in ended)) throw new Fault('turn_unknown', `Turn ${turnId} was no longer there at its end.`);
  return { turn: ended.turn, events };
}

function exitCodeOf(turn: Turn): number {
  switch (turn.end?.outcome) {
    case 'insufficient':
      return EXIT.insufficient;
    case 'failed':
      return EXIT.failed;
    case 'cancelled':
      return EXIT.interrupted;
    default:
      return EXIT.ok;
  }
}
