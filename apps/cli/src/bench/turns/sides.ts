import { createMemoryCarrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { newTurnId } from '@quarry/turn';
import { startPrivateRedis, type PrivateRedis } from '../private-redis';
import { Asker } from './asker';
import { BareClient } from './bare-queues';
import { serveHops } from './hop-services';
import { RING, type TurnPlan } from './plan';
import { combine, ownUsage, RedisUsage, type Usage } from './usage';
import { WorkerProcesses } from './worker-processes';

/**
 * The systems to compare: Quarry on two of its carriers, the first of them also without hand-overs within a process,
 * and BullMQ without Quarry.
 */
export const SIDES = ['quarry', 'queued', 'bullmq', 'memory'] as const;
export type SideName = (typeof SIDES)[number];

/** One of the systems, ready to run turns. */
export interface Side {
  readonly name: SideName;
  /** Runs one turn until a client sees its end. @throws Fault `internal` if it does not end as planned */
  run(plan: TurnPlan): Promise<void>;
  /** Stores ended turns in the carrier, up to `turns` in all; BullMQ alone stores none. @throws Fault `cancelled` */
  store(turns: number, plan: TurnPlan, signal: AbortSignal): Promise<void>;
  usage(): Promise<Usage>;
  /** Number of requests to Redis while `work` runs; null without Redis. */
  requests(work: () => Promise<void>): Promise<number | null>;
  close(): Promise<void>;
}

/** The processes that serve the hops of a side, in addition to this one, which asks. */
export interface ServingProcesses {
  readonly processes: number;
  /** True: each process serves all services. False: the services are distributed over the processes. */
  readonly allServices: boolean;
  readonly concurrency: number;
}

export async function openSide(name: SideName, options: ServingProcesses): Promise<Side> {
  if (name === 'memory') return memorySide(options.concurrency);
  const redis = await startPrivateRedis({ appendOnly: true });
  try {
    return name === 'bullmq' ? await bareSide(redis, options) : await quarrySide(name, redis, options);
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

async function memorySide(concurrency: number): Promise<Side> {
  const carrier = createMemoryCarrier({ concurrency, closeMs: 0 });
  const app = await serveHops(carrier, RING);
  const asker = new Asker(carrier);
  return {
    name: 'memory',
    run: async (plan) => asker.ended(await asker.begin(plan)),
    store: (turns, plan, signal) => asker.store(turns, plan, signal),
    usage: async () => ownUsage(),
    requests: async (work) => {
      await work();
      return null;
    },
    close: async () => {
      await app.close();
      await carrier.close();
    },
  };
}

async function quarrySide(
  name: 'quarry' | 'queued',
  redis: PrivateRedis,
  serving: ServingProcesses,
): Promise<Side> {
  const { url: redisUrl } = redis;
  const workers = await WorkerProcesses.start(serving, { side: name, redisUrl });
  const carrier = createBullmqCarrier({ redisUrl });
  const asker = new Asker(carrier);
  const server = new RedisUsage(redisUrl);
  return {
    name,
    run: async (plan) => asker.ended(await asker.begin(plan)),
    store: (turns, plan, signal) => asker.store(turns, plan, signal),
    usage: () => usageOf(workers, server),
    requests: (work) => server.requests(work),
    close: async () => {
      await workers.stop();
      await carrier.close();
      server.close();
      await redis.stop();
    },
  };
}

async function bareSide(redis: PrivateRedis, serving: ServingProcesses): Promise<Side> {
  const { url: redisUrl } = redis;
  const workers = await WorkerProcesses.start(serving, { side: 'bullmq', redisUrl });
  const client = new BareClient(redisUrl, RING.at(-1) ?? '');
  await client.ready();
  const server = new RedisUsage(redisUrl);
  return {
    name: 'bullmq',
    run: async (plan) => client.ended(await client.begin(newTurnId(), plan)),
    store: async () => undefined,
    usage: () => usageOf(workers, server),
    requests: (work) => server.requests(work),
    close: async () => {
      await workers.stop();
      await client.close();
      server.close();
      await redis.stop();
    },
  };
}

/** Includes this process, because asking and waiting are part of the cost. */
async function usageOf(workers: WorkerProcesses, server: RedisUsage): Promise<Usage> {
  const [children, redis] = await Promise.all([workers.usage(), server.now()]);
  // The hops that run in this process are those of the memory carrier, which is another side.
  return combine(combine(children, redis), { ...ownUsage(), hops: 0 });
}
