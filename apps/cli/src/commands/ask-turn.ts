import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL_TENANT, type TurnDesk } from '@quarry/gateway';
import { openPlatform, readWorkspace, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, type Budget, type Depth, type TurnEvent } from '@quarry/turn';
import { checkDataDir } from '../data-dir';
import { LiveView } from '../live-view';
import { logToStderr, silenceLogs } from '../logs';
import type { Terminal } from '../terminal';
import { TurnArchive, type ArchivedTurn } from '../turn-archive';

/** After Ctrl-C, a step that still runs may end for so long; the stores take no harm where it does not. */
const GRACE_MS = 1_000;

/** A question as the command line has it. */
export interface AskRequest {
  readonly question: string;
  readonly pipeline: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly session?: string;
  readonly notEnglish?: boolean;
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly depth?: Depth;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
}

/** Services that run for one command, and what they serve. */
export interface Served {
  /** Asks, shows the passes on stderr, and keeps the finished turn with its log. */
  ask(request: AskRequest): Promise<ArchivedTurn>;
  readonly pipelines: TurnDesk['pipelines'];
  /** Folder that was indexed; null where that is not known. */
  readonly root: string | null;
}

/** Starts the services over the data folder, lets `use` ask the pipelines of these names, and closes them. @throws Fault `index_missing`. */
export async function withServices<T>(
  config: QuarryConfig,
  {
    terminal,
    quiet,
    names,
  }: { readonly terminal: Terminal; readonly quiet: boolean; readonly names: readonly string[] },
  use: (served: Served) => Promise<T>,
): Promise<T> {
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
  const pipelines = loadAskablePipelines(config, names);
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines });
  try {
    const { desk } = running;
    if (!desk) throw new Fault('internal', 'The gateway did not start.');
    if (platform.embedderProblem !== null && !quiet)
      terminal.note(`keyword search only: ${platform.embedderProblem}`);
    if (terminal.signal.aborted) throw new Fault('cancelled', 'nothing was asked yet.');
    const archive = new TurnArchive(config.dataDir);
    return await use({
      pipelines,
      root: workspace?.root ?? null,
      ask: async (request) => {
        const archived = await follow(desk, request, terminal);
        await archive.save(archived);
        return archived;
      },
    });
  } finally {
    if (terminal.interrupted) await Promise.race([running.close(), sleep(GRACE_MS)]);
    else await running.close();
  }
}

async function follow(desk: TurnDesk, request: AskRequest, terminal: Terminal): Promise<ArchivedTurn> {
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
    budget: budgetOf(request),
    ...(request.depth === undefined ? {} : { depth: request.depth }),
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
  for await (const event of await desk.watch(LOCAL_TENANT, turnId)) {
    events.push(event);
    const line = live ? view.render(event) : null;
    if (line !== null) terminal.err(`${line}\n`);
    const meanwhile = live ? view.progress(event) : null;
    if (meanwhile !== null) terminal.progress(`  ${meanwhile}`);
  }
  terminal.signal.removeEventListener('abort', cancel);
  const ended = await desk.view(LOCAL_TENANT, turnId);
  if (!('turn' in ended)) throw new Fault('turn_unknown', `Turn ${turnId} was no longer there at its end.`);
  return { turn: ended.turn, events };
}

function budgetOf({ maxTokens, maxCost, maxSeconds }: AskRequest): Budget {
  return {
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(maxCost === undefined ? {} : { cost: maxCost }),
    ...(maxSeconds === undefined ? {} : { seconds: maxSeconds }),
  };
}
