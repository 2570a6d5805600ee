import { Queue, QueueEvents, Worker, type Job, type JobsOptions, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { Evidence } from '@quarry/turn';
import { hopsRun } from './hop-services';
import { evidenceOf, FINDING_HOP, QUESTION, wayOf, workFor, type TurnPlan } from './plan';

/** A turn as bare BullMQ carries it: the whole document in the job's data. */
export interface BareTurn {
  readonly id: string;
  readonly question: string;
  readonly plan: TurnPlan;
  /** Index of the hop that the job runs, from 0. */
  readonly hop: number;
  readonly evidence: readonly Evidence[];
}

/** The options with which Quarry adds its jobs. */
const JOB: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 200 },
  removeOnComplete: true,
  removeOnFail: { age: 3_600, count: 1_000 },
};

const PREFIX = '{bare}';

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  // The command that fails reports the problem of the connection.
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

/** Workers as in BullMQ's documentation: the handler adds the next job, then returns. */
export class BareWorkers {
  private readonly connection: Redis;
  private readonly queues: Queues;
  private readonly workers: readonly Worker[];

  constructor(
    url: string,
    services: readonly string[],
    options: Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>,
  ) {
    this.connection = connect(url);
    this.queues = new Queues(this.connection);
    this.workers = services.map((service) => {
      const run = (job: Job<BareTurn>): Promise<null> => this.hop(job.data);
      const worker = new Worker(service, run, { ...options, connection: this.connection, prefix: PREFIX });
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
    hopsRun.count++;
    hopsRun.tell();
    const { plan, hop } = turn;
    await workFor(plan.workMs);
    const found = hop === FINDING_HOP ? evidenceOf(plan.foundKb, turn.evidence.length) : [];
    const next = wayOf(plan)[hop + 1];
    if (next !== undefined)
      await this.queues.add(next, { ...turn, hop: hop + 1, evidence: [...turn.evidence, ...found] });
    return null;
  }
}

interface Waiting {
  readonly ended: Promise<void>;
  readonly done: () => void;
}

/** The client of bare BullMQ: adds the first job, and waits for BullMQ's event that the last one is completed. */
export class BareClient {
  private readonly connection: Redis;
  private readonly queues: Queues;
  private readonly events: QueueEvents;
  private readonly waiting = new Map<string, Waiting>();

  /** @param last queue of the last hops; `replay` also reads past events, for turns whose end is awaited later */
  constructor(url: string, last: string, { replay = false }: { readonly replay?: boolean } = {}) {
    this.connection = connect(url);
    this.queues = new Queues(this.connection);
    const from = replay ? { lastEventId: '0' } : {};
    this.events = new QueueEvents(last, { connection: this.connection, prefix: PREFIX, ...from });
    this.events.on('error', () => undefined);
    this.events.on('completed', ({ jobId: id }) => {
      (replay ? this.listen(id) : this.waiting.get(id))?.done();
    });
  }

  async ready(): Promise<void> {
    await this.events.waitUntilReady();
  }

  /** @returns the id of the last job, once the first one is added */
  async begin(id: string, plan: TurnPlan): Promise<string> {
    const way = wayOf(plan);
    const last = jobId({ id, hop: way.length - 1 });
    this.listen(last);
    await this.queues.add(way[0] ?? '', {
      id,
      question: QUESTION,
      plan,
      hop: 0,
      evidence: evidenceOf(plan.carriedKb),
    });
    return last;
  }

  async ended(last: string): Promise<void> {
    await this.listen(last).ended;
    this.waiting.delete(last);
  }

  private listen(last: string): Waiting {
    let waiting = this.waiting.get(last);
    if (!waiting) {
      let done = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        done = resolve;
      });
      waiting = { ended, done };
      this.waiting.set(last, waiting);
    }
    return waiting;
  }

  async close(): Promise<void> {
    await this.events.close();
    await this.queues.close();
    this.connection.disconnect();
  }
}
