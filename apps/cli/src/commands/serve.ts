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
  type PatienceOptions,
  type Running,
} from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { suggestion } from '@quarry/pipeline';
import { logToStderr, silenceLogs } from '../logs';
import { carrierOption, integer, withData, withExamples } from '../options';
import { printable } from '../printable';
import type { CommandContext, Terminal } from '../terminal';

interface ServeOptions {
  readonly data?: string;
  readonly host?: string;
  readonly port?: number;
  readonly carrier?: QuarryConfig['carrier'];
  readonly concurrency?: number;
  readonly opsPort?: number;
}

/** Milliseconds that closing may take: hops may run on for 10 s of it, and what starts services often kills them after 30 s. */
const CLOSE_MS = 25_000;

const NAMES = SERVICES.map((service) => service.name);

const SCALING = `
Services:
  ${NAMES.slice(0, 4).join(', ')},
  ${NAMES.slice(4).join(', ')}

Scaling:
  Without names, all services run in this process and need no Redis.
  With names, turns travel over Redis (REDIS_URL): every service has a queue of
  its own there, and each process takes hops from the queues of the services
  that it runs. Slow is the answerer? Start more processes of it, here or on
  other machines; nothing else changes. A process that dies loses nothing: what
  it had begun is taken over. Each service needs one process at least, and all
  of them the same stores (SEARCH_INDEX_URL, GRAPH_STORE_URL,
  HISTORY_STORE_URL): the embedded ones serve the processes of one machine.
  --concurrency sets how many hops one process runs at a time.
  The indexer works on indexing jobs of the API, and takes no part in turns:
  'quarry serve indexer' needs the stores and no Redis. See docs/indexing.md.
  A process waits for Redis and for the stores of its services, and says for
  which, QUARRY_STORE_WAIT seconds (60), and starts again where one of them
  fails meanwhile; then it begins without the code graph, or ends with an error
  where it cannot work without.

  --ops-port serves /health/live, /health/ready and /metrics of this process on
  127.0.0.1, or on QUARRY_OPS_HOST; see docs/metrics.md.

  The API is described at /docs of the running gateway. Ctrl-C, or SIGTERM,
  lets running hops end, then exits with 0; what has not closed within 25 s is
  ended as it is, with 1, and another process takes its hops over.`;

export function addServe(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Run the services and the HTTP API: without names all of them in this process, with names only those, over Redis.',
    )
    .argument('[services...]', 'services that this process runs (default: all)')
    .option('--host <address>', 'address to listen on (beyond this machine only with keys)')
    .option('--port <number>', 'port of the HTTP API; 0 takes a free one (default: 4780)', integer(0, 65_535))
    .addOption(carrierOption('serve'))
    .option('--concurrency <number>', 'hops at a time per service (default: 20)', integer(1, 1_000))
    .option('--ops-port <number>', 'port for health and metrics (default: none)', integer(0, 65_535));
  withData(command).addHelpText('after', SCALING);
  withExamples(command, [
    ['quarry serve', 'everything in one process, no Redis'],
    ['quarry serve gateway router loop-guard', 'three services, over Redis'],
    ['quarry serve answerer --concurrency 4', 'start it again for twice as many'],
  ]).action(async (services: string[], options: ServeOptions) => {
    const { signal } = terminal;
    terminal.endWithin(CLOSE_MS);
    const { data, ...given } = options;
    for (const name of services)
      if (!NAMES.includes(name))
        throw new Fault('bad_request', `There is no service '${name}'${suggestion(name, NAMES)}`);
    // The indexer takes no part in turns: it needs no Redis.
    const inTurns = services.filter((name) => QUEUE_NAMES.includes(name));
    const carrier = given.carrier ?? (inTurns.length > 0 ? 'bullmq' : undefined);
    const settings = { ...given, ...(carrier ? { carrier } : {}), dataDir: findDataDir(data) };
    const config = readConfig(settings, process.env, 'serve');
    if (inTurns.length > 0 && inTurns.length < QUEUE_NAMES.length && config.carrier !== 'bullmq')
      throw new Fault(
        'bad_request',
        `Some services alone cannot serve with --carrier ${config.carrier}: it does not leave this process. Leave the names out, or use --carrier bullmq.`,
      );
    // Until Redis and the stores are known to be there, the fault alone says what is wrong.
    silenceLogs();
    // The others are given theirs by the gateway, with each turn.
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
        `${config.dataDir} has an index and no records: API keys, webhooks and jobs that records.db held are gone. Without keys, everyone who can reach this address can ask and operate. Restore the file, or create keys: quarry keys create.`,
      );
    if (platform.embedderProblem !== null) terminal.note(`keyword search only: ${platform.embedderProblem}`);
    const what = services.length > 0 ? services.join(', ') : 'all services';
    ops?.running();
    const health = ops ? `, health and metrics at ${ops.url}` : '';
    const api =
      running.url === null ? '' : `, console and API at ${running.url}, described at ${running.url}/docs`;
    terminal.err(`quarry: ${what} up (${config.carrier}), data in ${config.dataDir}${api}${health}\n`);
    if (!signal.aborted) await once(signal, 'abort');
    ops?.closing();
    await running.close();
    await ops?.close();
    await tracing?.close();
    terminal.err('quarry: closed\n');
  });
}

/** Something was indexed into the data folder, and the file of records beside it is missing or empty. */
async function areRecordsLost({ dataDir, recordStoreUrl }: QuarryConfig): Promise<boolean> {
  const [, file] = /^sqlite:(.+)$/.exec(recordStoreUrl) ?? [];
  if (file === undefined || (await readWorkspace(dataDir)) === null) return false;
  const found = await stat(file).catch(() => null);
  return found === null || found.size === 0;
}

/** How long a start is tried, and what is reported of it, line by line. */
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

/** Health and metrics of this process; ready once its services run. */
function serveOps(platform: Platform, metrics: Metrics, names: readonly string[]): Promise<OpsServer> {
  const { opsHost: host, opsPort: port = 0 } = platform.config;
  metrics.watch(platform.carrier, QUEUE_NAMES);
  const ready = (): Promise<Readiness> => readiness(platform, chosen(names));
  metrics.watchReadiness(ready);
  return OpsServer.start({ host, port, metrics, readiness: ready });
}

/** The services of these names; all where there are none. */
function chosen(names: readonly string[]): typeof SERVICES {
  return SERVICES.filter(({ name }) => names.length === 0 || names.includes(name));
}
