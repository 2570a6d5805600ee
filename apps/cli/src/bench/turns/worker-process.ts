import { once } from 'node:events';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { BareWorkers } from './bare-queues';
import { serveHops } from './hop-services';
import { ownUsage, type Usage } from './usage';

/** Settings of a worker process. */
export interface WorkerSettings {
  readonly side: 'quarry' | 'queued' | 'bullmq';
  readonly redisUrl: string;
  readonly services: readonly string[];
  readonly concurrency: number;
}

/** Messages of a worker process: `up` when it is ready to take hops, or its usage when asked. */
export type WorkerWord = 'up' | Usage;

/** Serves hops of a benchmark until its parent disconnects. */
export async function serveBenchHops({
  side,
  redisUrl,
  services,
  concurrency,
}: WorkerSettings): Promise<void> {
  const parentGone = once(process, 'disconnect');
  const say = (word: WorkerWord): void => {
    process.send?.(word);
  };
  process.on('message', () => {
    say(ownUsage());
  });
  if (side !== 'bullmq') {
    const carrier = createBullmqCarrier({
      ...{ redisUrl, concurrency, closeMs: 0, handsOverHere: side === 'quarry', onError: () => undefined },
    });
    const app = await serveHops(carrier, services);
    say('up');
    await parentGone;
    await app.close();
    await carrier.close();
  } else {
    const workers = new BareWorkers(redisUrl, services, { concurrency });
    await workers.ready();
    say('up');
    await parentGone;
    await workers.close();
  }
}
