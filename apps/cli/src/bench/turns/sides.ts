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

/** What runs turns: Quarry's two carriers, and BullMQ without Quarry. */
export const SIDES = ['quarry', 'bullmq', 'memory'] as const;
export type SideName = (typeof SIDES)[number];

/** One of them, ready to run turns. */
export interface Side {
  readonly name: SideName;
  /** Runs one turn to its end, as a client sees it. @throws Fault `internal` where it ends in another way than planned */
  run(plan: TurnPlan): Promise<void>;
  /** Has the carrier keep so many turns that have ended; BullMQ alone keeps none. @throws Fault `cancelled` */
  store(turns: number, plan: TurnPlan, signal: AbortSignal): Promise<void>;
  usage(): Promise<Usage>;
  /** Requests to Redis while `work` runs; null where there is no Redis. */
  requests(work: () => Promise<void>): Promise<number | null>;
  close(): Promise<void>;
}

/** @param processes that serve hops, beside this one, which asks */
export async function openSide(
  name: SideName,
  options: { readonly processes: number; readonly concurrency: number },
): Promise<Side> {
  if (name === 'memory') return memorySide(options.concurrency);
  const redis = await startPrivateRedis({ appendOnly: true });
  try {
    return name === 'quarry' ? await quarrySide(redis, options) : await bareSide(redis, options);
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
  redis: PrivateRedis,
  { processes, concurrency }: { readonly processes: number; readonly concurrency: number },
): Promise<Side> {
  const { url: redisUrl } = redis;
  const workers = await WorkerProcesses.start(processes, { side: 'quarry', redisUrl, concurrency });
  const carrier = createBullmqCarrier({ redisUrl });
  const asker = new Asker(carrier);
  const server = new RedisUsage(redisUrl);
  return {
    name: 'quarry',
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

async function bareSide(
  redis: PrivateRedis,
  { processes, concurrency }: { readonly processes: number; readonly concurrency: number },
): Promise<Side> {
  const { url: redisUrl } = redis;
  const workers = await WorkerProcesses.start(processes, { side: 'bullmq', redisUrl, concurrency });
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

/** This process asks and listens, which is a part of the cost. */
async function usageOf(workers: WorkerProcesses, server: RedisUsage): Promise<Usage> {
  const [children, redis] = await Promise.all([workers.usage(), server.now()]);
  // Hops of the memory carrier, which run in this process, are no hops of this side.
  return combine(combine(children, redis), { ...ownUsage(), hops: 0 });
}
