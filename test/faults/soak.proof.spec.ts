import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { TestRedis } from '../redis/redis-server';
import { describeLong } from './describe-long';
import type { ProcessSettings } from './fault-plan';
import { ServiceProcess } from './service-process';
import { WorkerPool } from './worker-pool';

const TURNS = 20_000;
const IN_FLIGHT = 48;
/** Ended turns are kept for so long here, in milliseconds, so that the number of keys levels off early in the run. */
const KEPT_MS = 10_000;
const SAMPLES = 40;
/** The first hop runs in the real gateway; the others in two worker processes. */
const WAY = ['gateway', 'router', 'retriever', 'history-summarizer'];
/** What a process may have more of in the last quarter of the run than in the second one. */
const GROWTH = { share: 0.15, bytes: 24 * 1024 * 1024 } as const;

interface Sample {
  readonly ended: number;
  /** Without the keys for idempotency, one per turn, which live for a day. */
  readonly keys: number;
  readonly redisBytes: number;
  readonly gatewayBytes: number;
  readonly workerBytes: number;
}

/** A gateway as operators start it, asked over HTTP, and workers that live from the first turn to the last. */
describeLong(`a soak of ${TURNS} turns`, () => {
  let redis: TestRedis;
  let client: Redis;
  let folder: string;
  let gateway: ServiceProcess;
  let pool: WorkerPool;

  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
    folder = await mkdtemp(join(tmpdir(), 'quarry-soak-'));
    gateway = new ServiceProcess('gateway', {
      ...{ QUARRY_DATA: join(folder, 'data'), REDIS_URL: redis.url, EMBEDDER_URL: 'none' },
    });
    const limits = { endedTtlMs: KEPT_MS, failedTtlMs: KEPT_MS };
    const settings = { redisUrl: redis.url, limits, folder, way: WAY, crashes: [] };
    const services = WAY.slice(1);
    const forAll: ProcessSettings = {
      ...{ ...settings, workMs: [0, 0], concurrency: 20, breaks: [], handsOverHere: true },
    };
    pool = new WorkerPool([services, services], () => forAll);
    await Promise.all([gateway.start(), pool.start()]);
  }, 240_000);

  afterAll(async () => {
    await gateway.kill();
    pool.abandon();
    client.disconnect();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('leaves memory and keys where they were', async () => {
    const samples: Sample[] = [];
    const outcomes = new Map<string, number>();
    let [asked, ended] = [0, 0];
    const askOn = async (): Promise<void> => {
      while (asked++ < TURNS) {
        const outcome = await ask(gateway.url);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (++ended % (TURNS / SAMPLES) !== 0) continue;
        const taken = await sample(ended);
        samples.push(taken);
        process.stderr.write(`${JSON.stringify(taken)}\n`);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, askOn));
    expect(Object.fromEntries(outcomes)).toEqual({ answered: TURNS });
    for (const what of ['keys', 'redisBytes', 'gatewayBytes', 'workerBytes'] as const) {
      const before = median(samples.slice(SAMPLES / 4, SAMPLES / 2).map((row) => row[what]));
      const after = median(samples.slice(-SAMPLES / 4).map((row) => row[what]));
      const allowed = what === 'keys' ? before * 0.5 : Math.max(before * GROWTH.share, GROWTH.bytes);
      expect({ what, before, after, isFlat: after - before <= allowed }).toMatchObject({ isFlat: true });
    }
    await untilGone();
  }, 5_400_000);

  async function sample(ended: number): Promise<Sample> {
    const bytes = await Promise.all([gateway.pid, ...pool.pids].map(residentBytes));
    const [gatewayBytes = 0, ...workers] = bytes;
    const used = /used_memory:(\d+)/.exec(await client.info('memory'))?.[1];
    const keys = (await client.dbsize()) - ended;
    return { ended, keys, redisBytes: Number(used), gatewayBytes, workerBytes: Math.max(...workers) };
  }

  /** Once nothing is asked any more, no key of a turn stays. */
  async function untilGone(): Promise<void> {
    const left = async (): Promise<number> =>
      (await client.keys('{quarry:0}:turn:*')).length + (await client.keys('{quarry:0}:ev:*')).length;
    while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  }
});

/**
 * Asks and waits for the end. A connection that the server closes while a question is on its way over it tells nothing: the client asks again, under the same key.
 * @returns how the turn ended, or what the gateway said instead
 */
async function ask(url: string): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ question: 'Where is stock restored?', pipeline: 'code', wait: true }),
  };
  for (;;) {
    const response = await fetch(`${url}/v1/turns`, init).catch(() => null);
    if (!response) continue;
    const body = (await response.json()) as { readonly outcome?: string; readonly detail?: string };
    return response.ok ? String(body.outcome) : `${response.status} ${body.detail}`;
  }
}

/** Resident memory of a process; Linux tells it without a program. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]) * 1024;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
