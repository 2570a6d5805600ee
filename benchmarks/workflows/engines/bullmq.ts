import { BareClient, BareWorkers, hopsRun, RING } from '@quarry/cli';
import { FlowProducer, QueueEvents, Worker, type FlowJob } from 'bullmq';
import { Redis } from 'ioredis';
import { wait, type Engine } from '../engine.ts';

/** The stall check that Quarry's carrier has too; BullMQ's own would find a lost worker after half a minute. */
const WORKER = { concurrency: 20, lockDuration: 5_000, stalledInterval: 1_000, maxStalledCount: 100 };

/** Seven queues; the handler adds the next job, with the turn in its data. */
export const handlers: Engine = {
  title: 'BullMQ, next job by the handler',
  needsRedis: true,
  durable: true,
  open: async ({ redisUrl, hops, workMs, onHop, replay }) => {
    hopsRun.tell = onHop;
    const plan = { hops, workMs, foundKb: 0, carriedKb: 0 };
    const client = new BareClient(redisUrl, RING.at(-1) ?? '', { replay });
    await client.ready();
    const workers = new BareWorkers(redisUrl, RING, WORKER);
    await workers.ready();
    const last = (id: string): string => `${id}-${hops - 1}`;
    return {
      begin: async (id) => {
        await client.begin(id, plan);
      },
      ended: (id) => client.ended(last(id)),
      recover: (id) => client.ended(last(id)),
      close: async () => {
        await workers.close();
        await client.close();
      },
    };
  },
};

const QUEUE = 'hops';

/** BullMQ's flows: all jobs of a turn added at once, each the parent of the one before it. */
export const flows: Engine = {
  title: 'BullMQ flows',
  needsRedis: true,
  durable: true,
  open: async ({ redisUrl, hops, workMs, onHop, replay }) => {
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
    const producer = new FlowProducer({ connection });
    const events = new QueueEvents(QUEUE, { connection, ...(replay ? { lastEventId: '0' } : {}) });
    const ends = new Map<string, { readonly ended: Promise<void>; readonly done: () => void }>();
    const end = (id: string) => {
      let known = ends.get(id);
      if (!known) {
        let done = (): void => undefined;
        const ended = new Promise<void>((resolve) => (done = resolve));
        ends.set(id, (known = { ended, done }));
      }
      return known;
    };
    events.on('completed', ({ jobId }) => {
      if (!jobId.endsWith('-last')) return;
      const id = jobId.slice(0, -5);
      (replay ? end(id) : ends.get(id))?.done();
    });
    await events.waitUntilReady();
    const run = async (): Promise<null> => {
      onHop();
      await wait(workMs);
      return null;
    };
    const worker = new Worker(QUEUE, run, { ...WORKER, connection, concurrency: 7 * WORKER.concurrency });
    await worker.waitUntilReady();
    const ended = async (id: string): Promise<void> => {
      await end(id).ended;
      ends.delete(id);
    };
    return {
      begin: async (id) => {
        end(id);
        let job: FlowJob | undefined;
        for (let hop = 0; hop < hops; hop++) {
          const jobId = hop === hops - 1 ? `${id}-last` : `${id}-${hop}`;
          const opts = { jobId, attempts: 3, removeOnComplete: true };
          job = {
            name: 'hop',
            queueName: QUEUE,
            data: { id, hop },
            opts,
            ...(job ? { children: [job] } : {}),
          };
        }
        if (job) await producer.add(job);
      },
      ended,
      recover: ended,
      close: async () => {
        await worker.close(true);
        await events.close();
        await producer.close();
        connection.disconnect();
      },
    };
  },
};
