import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { Metrics, OpsServer, startTracing } from '@quarry/ops';
import {
  findDataDir,
  openPlatform,
  readConfig,
  readWorkspace,
  readiness,
  UNOBSERVED,
  type Platform,
  type QuarryConfig,
  type Readiness,
} from '@quarry/platform';
import {
  loadAskablePipelines,
  QUEUE_NAMES,
  SERVICES,
  startPatiently,
  WORKER_SERVICES,
  type PatienceOptions,
  type Running,
} from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { suggestion } from '@quarry/pipeline';
import { logToStderr, silenceLogs } from '../logs';
import { ownerLink } from '../owner-link';
import { carrierOption, integer, withData, withExamples } from '../options';
import { printable } from '../printable';
import type { CommandContext, Terminal } from '../terminal';
import { WITHOUT_MODEL } from '../without-model';

interface ServeOptions {
  readonly data?: string;
  readonly host?: string;
  readonly port?: number;
  readonly carrier?: QuarryConfig['carrier'];
  readonly concurrency?: number;
  readonly opsPort?: number;
}

/** Longest shutdown, in milliseconds: hops may run for 10 s of it, and supervisors often kill services after 30 s. */
const CLOSE_MS = 25_000;

const NAMES = SERVICES.map((service) => service.name);

/** Stands for all {@link WORKER_SERVICES}. */
const WORKER = 'worker';

const SCALING = `
Services:
  ${NAMES.slice(0, 4).join(', ')},
  ${NAMES.slice(4).join(', ')};
  ${WORKER} (${WORKER_SERVICES.slice(0, 3).join(', ')},
  ${WORKER_SERVICES.slice(3).join(', ')})

Scaling:
  Without names, all services run in this process and need no Redis.
  With names, turns travel over Redis (REDIS_URL): every service has its own
  queue, and each process takes hops from the queues of its services. Is the
  answerer slow? Start more processes of it, on this machine or on others;
  nothing else changes. 'worker' stands for all services but the gateway and
  the indexer: such a process runs one step of a turn after the other without
  a queue between them, which takes a fraction of the time. Start one for each
  core, next to the gateways; processes of single services can join them. If a
  process dies, nothing is lost: others take over its hops. Every service needs
  at least one process, and all processes need the same stores
  (SEARCH_INDEX_URL, GRAPH_STORE_URL, HISTORY_STORE_URL); the embedded stores
  work for the processes of one machine. --concurrency sets how many hops a
  process runs at a time for each of its services.
  The indexer runs the indexing jobs of the API and takes no part in turns:
  'quarry serve indexer' needs the stores but no Redis. See docs/indexing.md.
  At its start, a process waits for Redis and for the stores of its services,
  up to QUARRY_STORE_WAIT seconds (60), and reports what it waits for. If one
  of them fails meanwhile, the start is repeated. After that time, it starts
  without an optional store, such as the code graph, and exits with an error
  without a required one.

  --ops-port serves /health/live, /health/ready and /metrics of this process on
  127.0.0.1, or on QUARRY_OPS_HOST; see docs/metrics.md.

  The API is described at /docs of the running gateway. On Ctrl-C or SIGTERM,
  running hops finish, and the process exits with 0. If it has not closed
  within 25 s, it exits with 1, and another process takes over its hops.`;

export function addServe(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Run the services and the HTTP API: without names, all services in this process; with names, only those, over Redis.',
    )
    .argument('[services...]', 'services to run in this process (default: all)')
    .option('--host <address>', 'address to listen on (any but a local one requires API keys)')
    .option(
      '--port <number>',
      'port of the HTTP API; 0 selects a free one (default: 4780)',
      integer(0, 65_535),
    )
    .addOption(carrierOption('serve'))
    .option('--concurrency <number>', 'concurrent hops per service (default: 20)', integer(1, 1_000))
    .option('--ops-port <number>', 'port for health and metrics (default: none)', integer(0, 65_535));
  withData(command).addHelpText('after', SCALING);
  withExamples(command, [
    ['quarry serve', 'everything in one process, no Redis'],
    ['quarry serve gateway', 'the API, over Redis'],
    ['quarry serve worker', 'next to it, once for each core: all other services of turns'],
    ['quarry serve answerer --concurrency 4', 'start it twice for twice the capacity'],
  ]).action(async (named: string[], options: ServeOptions) => {
    const services = expanded(named);
    const { signal } = terminal;
    terminal.endWithin(CLOSE_MS);
    const { data, ...given } = options;
    for (const name of services)
      if (!NAMES.includes(name))
        throw new Fault(
          'bad_request',
          `There is no service '${name}'${suggestion(name, [...NAMES, WORKER])}`,
        );
    // The indexer takes no part in turns: it needs no Redis.
    const inTurns = services.filter((name) => QUEUE_NAMES.includes(name));
    const carrier = given.carrier ?? (inTurns.length > 0 ? 'bullmq' : undefined);
    const settings = { ...given, ...(carrier ? { carrier } : {}), dataDir: findDataDir(data) };
    const config = readConfig(settings, process.env, 'serve');
    if (inTurns.length > 0 && inTurns.length < QUEUE_NAMES.length && config.carrier !== 'bullmq')
      throw new Fault(
        'bad_request',
        `With --carrier ${config.carrier}, turns do not leave this process, so it cannot run only some of the services. Leave the names out, or use --carrier bullmq.`,
      );
    // Until Redis and the stores respond, only the fault reports what is wrong.
    silenceLogs();
    // Other services receive their pipelines from the gateway, with each turn.
    const isGateway = services.length === 0 || services.includes('gateway');
    const pipelines = isGateway ? loadAskablePipelines(config) : [];
    const metrics = config.opsPort === undefined ? null : new Metrics();
    const tracing =
      config.traceEndpoint === undefined
        ? null
        : await startTracing({ endpoint: config.traceEndpoint, services });
    const lostRecords = await areRecordsLost(config);
    const platform = await openPlatform(config, metrics ?? (tracing ? UNOBSERVED : null));
    let ops: OpsServer | null = null;
    let running: Running | null = null;
    try {
      if (metrics) ops = await serveOps(platform, metrics, services);
      running = await startPatiently(
        { platform, pipelines, services, http: true },
        patience(config, terminal),
      );
    } finally {
      if (running === null) {
        await ops?.close();
        await platform.close();
      }
    }
    if (running === null) {
      terminal.err('quarry: closed\n');
      return;
    }
    if (lostRecords)
      terminal.note(
        `${config.dataDir} has an index but no records: the API keys, webhooks and jobs of records.db are gone. Without keys, everyone who can reach this address can ask questions and operate the installation. Restore the file, or create keys: quarry keys create.`,
      );
    if (platform.embedderProblem !== null) terminal.note(`keyword search only: ${platform.embedderProblem}`);
    if (isAnswering(services) && config.chatProvider === 'extractive')
      terminal.err(`quarry: ${WITHOUT_MODEL}\n`);
    const what = services.length > 0 ? services.join(', ') : 'all services';
    ops?.running();
    const health = ops ? `, health and metrics at ${ops.url}` : '';
    const api =
      running.url === null ? '' : `, console and API at ${running.url}, described at ${running.url}/docs`;
    terminal.err(`quarry: ${what} up (${config.carrier}), data in ${config.dataDir}${api}${health}\n`);
    const link = isGateway && services.length === 0 ? await ownerLink(running, config) : null;
    if (link !== null)
      terminal.err(
        `quarry: to choose folders to index in the console, open this link (works once):\n  ${link}\n`,
      );
    if (!signal.aborted) await once(signal, 'abort');
    ops?.closing();
    await running.close();
    await ops?.close();
    await tracing?.close();
    terminal.err('quarry: closed\n');
  });
}

/** Whether this process answers questions. */
function isAnswering(services: readonly string[]): boolean {
  return services.length === 0 || services.includes('answerer');
}

/** The named services, each once. */
function expanded(named: readonly string[]): string[] {
  return [...new Set(named.flatMap((name) => (name === WORKER ? WORKER_SERVICES : [name])))];
}

/** Whether the data folder has an index, but its file of records is missing or empty. */
async function areRecordsLost({ dataDir, recordStoreUrl }: QuarryConfig): Promise<boolean> {
  const [, file] = /^sqlite:(.+)$/.exec(recordStoreUrl) ?? [];
  if (file === undefined || (await readWorkspace(dataDir)) === null) return false;
  const found = await stat(file).catch(() => null);
  return found === null || found.size === 0;
}

/** How long to retry the start, and how to report its progress. */
function patience(config: QuarryConfig, terminal: Terminal): PatienceOptions {
  return {
    seconds: config.storeWaitSeconds,
    signal: terminal.signal,
    say: (line) => {
      terminal.err(`quarry: ${printable(line)}\n`);
    },
    found: (warnings) => {
      for (const warning of warnings) terminal.note(warning);
      logToStderr(terminal, config.logFormat);
    },
  };
}

/** Serves health and metrics of this process, which is ready once its services run. */
function serveOps(platform: Platform, metrics: Metrics, names: readonly string[]): Promise<OpsServer> {
  const { opsHost: host, opsPort: port = 0 } = platform.config;
  metrics.watch(platform.carrier, QUEUE_NAMES);
  const ready = (): Promise<Readiness> => readiness(platform, chosen(names));
  metrics.watchReadiness(ready);
  return OpsServer.start({ host, port, metrics, readiness: ready });
}

/** The services with these names; all services without names. */
function chosen(names: readonly string[]): typeof SERVICES {
  return SERVICES.filter(({ name }) => names.length === 0 || names.includes(name));
}
