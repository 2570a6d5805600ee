import { setTimeout as sleep } from 'node:timers/promises';
import type { Immutable, TurnDto } from '@quarry/client';
import { LOCAL, LOCAL_TENANT } from '@quarry/application/access';
import { EndWatcher } from '@quarry/application/ends';
import { RepositoryService, type Wanted } from '@quarry/application/repositories';
import { RevisionComparisonService, type RevisionComparison } from '@quarry/application/revisions';
import { aboutOf, type TurnService } from '@quarry/application/turns';
import type { PresentedResult } from '@quarry/graph-queries';
import { openPlatform, readWorkspace, type Platform, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault, defined, toFault, type Depth, type Turn } from '@quarry/turn';
import type { ArchivedTurn } from '@quarry/turn-archive';
import { chosenSnapshots } from '../current-snapshot';
import { checkDataDir } from '../data-dir';
import { neighboursOf } from '../graph-neighbours';
import { followTurn, wishesOf, type Liveness } from '../follow';
import { nothingIndexed } from '../nothing-indexed';
import { logToStderr, silenceLogs } from '../logs';
import type { Root } from '../places';
import { rootOfTurn } from '../root-of-turn';
import type { Terminal } from '../terminal';

/** Milliseconds that a running step has to end after Ctrl-C. Interrupting it does not damage the stores. */
const GRACE_MS = 1_000;

/** A question and its options on the command line. */
export interface AskRequest {
  readonly question: string;
  readonly pipeline: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Shows every step of a pass instead of one line. */
  readonly verbose?: boolean;
  /** Cancels this turn; by default Ctrl-C. */
  readonly signal?: AbortSignal;
  readonly session?: string;
  readonly notEnglish?: boolean;
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly depth?: Depth;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
  /** Names of repositories, or patterns; all by default. */
  readonly repository?: readonly string[];
  /** Snapshot of the repositories; the newest by default. */
  readonly at?: string;
}

/** A finished turn with its log and, if a gateway ran it, the gateway's response. */
export interface AnsweredTurn extends ArchivedTurn {
  readonly response?: Immutable<TurnDto>;
  /** Set if the archive does not contain the turn. */
  readonly unkept?: true;
  /** The answer as stdout shows it already; empty or absent if it does not. */
  readonly streamed?: string;
}

/** The services that a command asks, in this process or behind a gateway. */
export interface Served {
  /** Asks a question, shows the passes on stderr, and returns the finished turn with its log. */
  ask(request: AskRequest): Promise<AnsweredTurn>;
  readonly pipelines: readonly { readonly name: string }[];
  /** The folder of a turn's paths. */
  rootOf(turn: Turn): Promise<Root>;
  /** What calls a name and what it calls, from the code graph. @throws Fault `index_missing` without a graph */
  graph(name: string): Promise<readonly PresentedResult[]>;
  /** The folder that was indexed last; null if it is unknown. */
  readonly root: string | null;
}

/** Also compares the answers to one question at two revisions. */
export interface ServedRevisions extends Served {
  /** Checks that the repositories of a request have its snapshot. @throws Fault `repository_unknown` */
  check(request: Pick<AskRequest, 'pipeline' | 'repository' | 'at'>): Promise<void>;
  /** Null if one of the turns has no answer. @throws Fault `index_missing` if a snapshot was deleted */
  compare(from: Turn, to: Turn): Promise<RevisionComparison | null>;
}

/**
 * Starts the services over the data folder with the pipelines of these names, calls `use`, and closes the services.
 * @throws Fault `index_missing`
 */
export async function withServices<T>(
  config: QuarryConfig,
  {
    terminal,
    quiet,
    names,
  }: { readonly terminal: Terminal; readonly quiet: boolean; readonly names: readonly string[] },
  use: (served: ServedRevisions) => Promise<T>,
): Promise<T> {
  await checkDataDir(config.dataDir);
  const workspace = await readWorkspace(config.dataDir);
  if (!workspace && config.repository === undefined) throw await nothingIndexed(config);
  // The turn's log records why a step failed. The services' own logs are shown only on request.
  if (process.env['QUARRY_LOG_LEVEL']) logToStderr(terminal);
  else silenceLogs();
  const pipelines = loadAskablePipelines(config, names);
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines });
  try {
    const { turns } = running;
    if (!turns) throw new Fault('internal', 'The gateway did not start.');
    if (platform.embedderProblem !== null && !quiet)
      terminal.note(`keyword search only: ${platform.embedderProblem}`);
    if (terminal.signal.aborted) throw new Fault('cancelled', 'nothing was asked yet.');
    return await use({
      pipelines,
      rootOf: (turn) => rootOfTurn(platform, turn),
      root: workspace?.root ?? null,
      check: async (request) => {
        await running.app.get(RepositoryService).subjectOf(LOCAL, wantedBy(request));
      },
      compare: (from, to) => running.app.get(RevisionComparisonService).compare(LOCAL, from, to),
      graph: async (name) => neighboursOf(platform, await chosenSnapshots(config, platform, {}), name),
      ask: async (request) => {
        const subject = await running.app.get(RepositoryService).subjectOf(LOCAL, wantedBy(request));
        const archived = await follow(turns, { ...request, about: aboutOf(subject) }, terminal);
        // Archive the turn before a second Ctrl-C. The first look may have started before the turn ended.
        const watcher = running.app.get(EndWatcher);
        await watcher.look();
        await watcher.look();
        const problem = await unkept(platform, archived);
        if (problem === null) return archived;
        terminal.note(`this turn is not kept: ${problem}`);
        return { ...archived, unkept: true };
      },
    });
  } finally {
    if (terminal.interrupted) await Promise.race([running.close(), sleep(GRACE_MS)]);
    else await running.close();
  }
}

function wantedBy({
  pipeline,
  repository,
  at: snapshot,
}: Pick<AskRequest, 'pipeline' | 'repository' | 'at'>): Wanted {
  return { pipeline, ...defined({ repository, snapshot }) };
}

/** Why the archive does not contain the turn; null if it does. */
async function unkept({ turnArchive }: Platform, { turn }: ArchivedTurn): Promise<string | null> {
  try {
    const { tenant, session, askedAt: since } = turn;
    const heads = await turnArchive.list(tenant, { session, since }, { limit: 100 });
    return heads.some(({ id }) => id === turn.id) ? null : 'it was deleted in the meantime.';
  } catch (error) {
    return toFault(error).message;
  }
}

/** How a turn is shown while it runs. */
export function livenessOf({ json, quiet, verbose }: AskRequest): Liveness {
  if (json === true || quiet === true) return 'off';
  return verbose === true ? 'steps' : 'passes';
}

async function follow(
  turns: TurnService,
  request: AskRequest & { readonly about: ReturnType<typeof aboutOf> },
  terminal: Terminal,
): Promise<AnsweredTurn> {
  const { turnId } = await turns.ask({
    tenant: LOCAL_TENANT,
    question: request.question,
    pipeline: request.pipeline,
    isEnglish: request.notEnglish !== true,
    createSession: true,
    ...request.about,
    ...wishesOf(request),
    ...defined({ depth: request.depth, session: request.session }),
  });
  const live = livenessOf(request);
  const cancel = (): Promise<boolean> => turns.cancel(LOCAL_TENANT, turnId);
  const log = await turns.watch(LOCAL_TENANT, turnId);
  const followed = await followTurn(log, { terminal, live, cancel, signal: request.signal });
  const ended = await turns.view(LOCAL_TENANT, turnId);
  if (!('turn' in ended))
    throw new Fault('turn_unknown', `Turn ${turnId} was deleted before its end was read.`);
  return { turn: ended.turn, ...followed };
}
