import { createBullmqCarrier, createMemoryCarrier, type Carrier } from '@quarry/engine';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { Fault, newTurnId, openTurn } from '@quarry/turn';
import { startPrivateRedis, type PrivateRedis } from '../private-redis';
import { BareClient } from './bare-queues';
import { pipelineOf, serveHops } from './hop-services';
import { evidenceOf, RING, wayOf, type TurnPlan } from './plan';
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
  usage(): Promise<Usage>;
  /** Requests to Redis while `work` runs; null where there is no Redis. */
  requests(work: () => Promise<void>): Promise<number | null>;
  close(): Promise<void>;
}

const QUESTION = 'Which function refuses a duplicate hop, and who calls it?';

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
    run: (plan) => asker.run(plan),
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
    run: (plan) => asker.run(plan),
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
    run: (plan) => client.run(newTurnId(), QUESTION, plan),
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

/** Opens turns on a carrier and waits for their ends, as the gateway does. */
class Asker {
  private readonly pipelines = new Map<string, Promise<CompiledPipeline>>();

  constructor(private readonly carrier: Carrier) {}

  async run(plan: TurnPlan): Promise<void> {
    const pipeline = await this.published(plan);
    const askedAt = Date.now();
    const opened = openTurn({
      id: newTurnId(askedAt),
      tenant: 'local',
      session: 'bench',
      pipeline: pipelineRef(pipeline),
      question: QUESTION,
      isEnglish: true,
      askedAt,
      deadline: askedAt + pipeline.settings.deadline_seconds * 1_000,
      options: { measuring: true },
    });
    const turn = { ...opened, evidence: evidenceOf(plan.carriedKb) };
    const entry = { step: pipeline.settings.entry_step_id, service: wayOf(plan)[0] ?? '' };
    await this.carrier.start(turn, entry);
    for await (const { body } of this.carrier.events(turn.id)) {
      if (body.type !== 'turn.finished') continue;
      // No step writes an answer, so a turn that went its whole way has none.
      if (body.outcome === 'insufficient') return;
      throw new Fault('internal', `A turn ended ${body.outcome}: ${body.reason}`);
    }
    throw new Fault('internal', `The log of turn ${turn.id} ended before the turn.`);
  }

  private published(plan: TurnPlan): Promise<CompiledPipeline> {
    const key = JSON.stringify(plan);
    let pipeline = this.pipelines.get(key);
    if (!pipeline) this.pipelines.set(key, (pipeline = this.publish(plan)));
    return pipeline;
  }

  private async publish(plan: TurnPlan): Promise<CompiledPipeline> {
    const pipeline = pipelineOf(plan);
    await this.carrier.publish(pipeline);
    return pipeline;
  }
}
