import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexPlainly, silenceLogs, startPrivateRedis, type Terminal } from '@quarry/cli';
import type { Carrier } from '@quarry/engine';
import { openPlatform, readConfig, writeWorkspace, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, SERVICES, startServices, type Running } from '@quarry/solo';
import { Fault, type Outcome } from '@quarry/turn';
import { underLoad } from './load.ts';
import { RetrieverProcesses } from './retriever-processes.ts';

export interface RetrieverBenchOptions {
  /** Numbers of retriever processes to compare. */
  readonly retrievers: readonly number[];
  readonly rounds: number;
  readonly turns: number;
  readonly inFlight: number;
  /** Delay added to each call of the search index, in milliseconds. */
  readonly delayMs: number;
  readonly pipeline: string;
}

/** The result of one number of retrievers in one round. */
export interface RetrieverRun {
  readonly retrievers: number;
  readonly turnsPerSecond: number;
  /** Longest observed wait of a hop for a retriever, in milliseconds. */
  readonly maxQueueLagMs: number;
  readonly searchesPerTurn: number;
  readonly passesPerTurn: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

/** The code to search: a small part of Quarry's own sources, so that the index itself costs little. */
const SOURCES = resolve(import.meta.dirname, '../../libs/engine');

const QUESTIONS = [
  'Which function refuses a duplicate hop, and who calls it?',
  'Which class delivers hops in memory, and which rules does its watchdog follow?',
  'Where is the poison outcome decided and which limit does it compare with?',
  'Which script commits a hop, and which keys does it touch?',
  'What does HopServer do when the ledger says superseded?',
  'Which Redis commands does the event follower use, and what happens after a failover?',
  'Which methods does TurnLedger have, and which Lua scripts implement them?',
  'Who calls the reap function of the RedisLedger and how often?',
];

/** Polling interval of the queues, in milliseconds. */
const LOOK_EVERY = 50;

/**
 * Measures turns per second with different numbers of retriever processes, in several rounds. All other services run in
 * this process.
 * @throws Fault `redis_unavailable`, `cancelled`
 */
export async function run(
  options: RetrieverBenchOptions,
  terminal: Terminal,
): Promise<readonly RetrieverRun[]> {
  silenceLogs();
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  try {
    const redis = await startPrivateRedis();
    try {
      const config = readConfig(
        { dataDir: folder, carrier: 'bullmq', redisUrl: redis.url, embedderUrl: 'none', logLevel: 'silent' },
        {},
      );
      terminal.progress(`indexing ${SOURCES} ...`);
      const ref = { repository: 'bench', snapshot: 'current' };
      await indexPlainly({ ...config, root: SOURCES, ref, signal: terminal.signal });
      await writeWorkspace(folder, { ...ref, root: SOURCES });
      return await measureAll(config, options, terminal);
    } finally {
      await redis.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  config: QuarryConfig,
  options: RetrieverBenchOptions,
  terminal: Terminal,
): Promise<RetrieverRun[]> {
  const platform = await openPlatform(config);
  const services = SERVICES.map(({ name }) => name).filter((name) => name !== 'retriever');
  const running = await startServices({ platform, pipelines: loadAskablePipelines(config), services });
  try {
    const runs: RetrieverRun[] = [];
    for (let round = 1; round <= options.rounds; round++)
      for (const retrievers of options.retrievers) {
        terminal.progress(`round ${round} of ${options.rounds}: ${retrievers} retrievers`);
        runs.push(
          await measureOne({ config, running, carrier: platform.carrier, retrievers, options, terminal }),
        );
      }
    return runs;
  } finally {
    await running.close();
  }
}

interface Measuring {
  readonly config: QuarryConfig;
  readonly running: Running;
  readonly carrier: Carrier;
  readonly retrievers: number;
  readonly options: RetrieverBenchOptions;
  readonly terminal: Terminal;
}

async function measureOne({
  config,
  running,
  carrier,
  retrievers,
  options,
  terminal,
}: Measuring): Promise<RetrieverRun> {
  const { turns: service } = running;
  if (!service) throw new Fault('internal', 'The gateway did not start.');
  const { pipeline, inFlight, turns, delayMs } = options;
  const processes = await RetrieverProcesses.start(retrievers, delayMs, config);
  const over = new AbortController();
  const lag = new LagWatch(carrier, over.signal);
  let searches = 0;
  const load = await underLoad({
    service,
    pipeline,
    questions: QUESTIONS,
    inFlight,
    turns,
    warmUp: inFlight,
    signal: terminal.signal,
    onWarm: () => {
      lag.begin();
    },
  }).finally(async () => {
    over.abort();
    searches = await processes.stop();
  });
  return {
    retrievers,
    turnsPerSecond: load.turnsPerSecond,
    maxQueueLagMs: await lag.max,
    searchesPerTurn: searches / load.asked,
    passesPerTurn: load.passes,
    outcomes: load.outcomes,
  };
}

/** Polls the retriever's queue, and records the longest wait since `begin`. */
class LagWatch {
  readonly max: Promise<number>;
  private highest = 0;

  constructor(carrier: Carrier, signal: AbortSignal) {
    this.max = this.watch(carrier, signal);
    this.max.catch(() => undefined);
  }

  begin(): void {
    this.highest = 0;
  }

  private async watch(carrier: Carrier, signal: AbortSignal): Promise<number> {
    while (!signal.aborted) {
      await sleep(LOOK_EVERY);
      const [queue] = await carrier.queues(['retriever']);
      this.highest = Math.max(this.highest, queue?.oldestMs ?? 0);
    }
    return this.highest;
  }
}
