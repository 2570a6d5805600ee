import { Queue, QueueEvents, Worker, type Job, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { Evidence } from '@quarry/turn';
import { evidenceOf, FINDING_HOP, wayOf, workFor, type TurnPlan } from './plan';

/** A turn as bare BullMQ carries it: the whole document in the job's data. */
export interface BareTurn {
  readonly id: string;
  readonly question: string;
  readonly plan: TurnPlan;
  /** The hop that the job is, from 0. */
  readonly hop: number;
  readonly evidence: readonly Evidence[];
}

/** As Quarry adds its jobs; only the job itself is BullMQ's own. */
const JOB: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 200 },
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 1_000 },
};

const PREFIX = '{bare}';

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  // What is wrong with the connection is told by the command that fails.
  redis.on('error', () => undefined);
  return redis;
}

function jobId({ id, hop }: Pick<BareTurn, 'id' | 'hop'>): string {
  return `${id}-${hop}`;
}

class Queues {
  private readonly queues = new Map<string, Queue<BareTurn>>();

  constructor(private readonly connection: Redis) {}

  async add(service: string, turn: BareTurn): Promise<void> {
    let queue = this.queues.get(service);
    if (!queue)
      this.queues.set(service, (queue = new Queue(service, { connection: this.connection, prefix: PREFIX })));
    await queue.add('hop', turn, { ...JOB, jobId: jobId(turn) });
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }
}

/** Workers as BullMQ's documentation has them: the handler adds the next job, then returns. */
export class BareWorkers {
  hops = 0;
  private readonly connection: Redis;
  private readonly queues: Queues;
  private readonly workers: readonly Worker[];

  constructor(url: string, services: readonly string[], concurrency: number) {
    this.connection = connect(url);
    this.queues = new Queues(this.connection);
    this.workers = services.map((service) => {
      const run = (job: Job<BareTurn>): Promise<null> => this.hop(job.data);
      const worker = new Worker(service, run, { connection: this.connection, prefix: PREFIX, concurrency });
      worker.on('error', () => undefined);
      return worker;
    });
  }

  async ready(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close(true)));
    await this.queues.close();
    this.connection.disconnect();
  }

  private async hop(turn: BareTurn): Promise<null> {
    this.hops++;
    const { plan, hop } = turn;
    await workFor(plan.workMs);
    const found = hop === FINDING_HOP ? evidenceOf(plan.foundKb, turn.evidence.length) : [];
    const next = wayOf(plan)[hop + 1];
    if (next !== undefined)
      await this.queues.add(next, { ...turn, hop: hop + 1, evidence: [...turn.evidence, ...found] });
    return null;
  }
}

/** The client of bare BullMQ: adds the first job, and is told by BullMQ's events that the last one is done. */
export class BareClient {
  private readonly connection: Redis;
  private readonly queues: Queues;
  private readonly events: QueueEvents;
  private readonly waiting = new Map<string, () => void>();

  constructor(url: string, last: string) {
    this.connection = connect(url);
    this.queues = new Queues(this.connection);
    this.events = new QueueEvents(last, { connection: this.connection, prefix: PREFIX });
    this.events.on('error', () => undefined);
    this.events.on('completed', ({ jobId: id }) => {
      this.waiting.get(id)?.();
      this.waiting.delete(id);
    });
  }

  async ready(): Promise<void> {
    await this.events.waitUntilReady();
  }

  async run(id: string, question: string, plan: TurnPlan): Promise<void> {
    const way = wayOf(plan);
    const ended = new Promise<void>((done) => {
      this.waiting.set(jobId({ id, hop: way.length - 1 }), done);
    });
    const turn = { id, question, plan, hop: 0, evidence: evidenceOf(plan.carriedKb) };
    await this.queues.add(way[0] ?? '', turn);
    await ended;
  }

  async close(): Promise<void> {
    await this.events.close();
    await this.queues.close();
    this.connection.disconnect();
  }
}
