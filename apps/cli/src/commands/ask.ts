import type { Command } from 'commander';
import { LOCAL_TENANT, presentTurn, type TurnDesk } from '@quarry/gateway';
import { openPlatform, readConfig, readWorkspace, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, type Turn, type TurnEvent } from '@quarry/turn';
import { findDataDir } from '../data-dir';
import { EXIT } from '../exit-codes';
import { withData, withJson, carrierOption } from '../options';
import { renderEvent, renderTurn } from '../render';
import type { CommandContext, Terminal } from '../terminal';
import { TurnArchive } from '../turn-archive';

interface AskOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly pipeline: string;
  readonly session?: string;
  readonly notEnglish?: boolean;
  readonly path?: string[];
  readonly language?: string[];
  readonly quiet?: boolean;
  readonly carrier?: QuarryConfig['carrier'];
}

export function addAsk(program: Command, context: CommandContext): void {
  const command = program
    .command('ask')
    .description(
      'Ask a question about what is indexed. Shows each pass as it happens, then the answer with its sources.',
    )
    .argument('<question>', "the question, in quotes; '-' reads it from stdin")
    .option('-p, --pipeline <name>', 'pipeline to answer with', 'code')
    .option('-s, --session <name>', 'go on with this conversation, or begin it')
    .option(
      '--not-english',
      'the question is in another language: translate it, and the answer back (needs a model)',
    )
    .option('--path <prefix...>', 'only files under these folders')
    .option('--language <name...>', 'only files in these languages')
    .option('-q, --quiet', 'no live view, only the answer')
    .addOption(carrierOption());
  withJson(withData(command)).action(async (question: string, options: AskOptions) => {
    const text = question === '-' ? await readStdin() : question;
    const config = readConfig({
      dataDir: findDataDir(options.data),
      ...(options.carrier ? { carrier: options.carrier } : {}),
    });
    const turn = await askOnce(config, { ...options, question: text }, context.terminal);
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
  const { signal } = terminal;
  const pipelines = loadAskablePipelines(config);
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines });
  try {
    if (!running.desk) throw new Fault('internal', 'The gateway did not start.');
    if (platform.embedderProblem !== null && request.json !== true)
      terminal.err(`${terminal.yellow('note')} keyword search only: ${platform.embedderProblem}\n`);
    const { turn, events } = await follow(running.desk, request, terminal, signal);
    await new TurnArchive(config.dataDir).save({ turn, events });
    if (request.json === true)
      terminal.out(`${JSON.stringify(presentTurn({ turn, v: 0, at: '', status: 'ended' }), null, 2)}\n`);
    else terminal.out(`\n${renderTurn(turn, terminal, workspace?.root ?? null)}`);
    return turn;
  } finally {
    await running.close();
  }
}

async function follow(
  desk: TurnDesk,
  request: AskRequest,
  terminal: Terminal,
  signal: AbortSignal,
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
  signal.addEventListener('abort', () => void desk.cancel(LOCAL_TENANT, turnId));
  const live = request.json !== true && request.quiet !== true;
  const events: TurnEvent[] = [];
  for await (const event of await desk.watch(LOCAL_TENANT, turnId)) {
    events.push(event);
    const line = live ? renderEvent(event, terminal) : null;
    if (line !== null) terminal.err(`${line}\n`);
  }
  const view = await desk.view(LOCAL_TENANT, turnId);
  if (!('turn' in view)) throw new Fault('turn_unknown', `Turn ${turnId} was no longer there at its end.`);
  return { turn: view.turn, events };
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

async function readStdin(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
