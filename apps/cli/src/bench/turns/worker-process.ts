import { once } from 'node:events';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { BareWorkers } from './bare-queues';
import { serveHops } from './hop-services';
import { ownUsage, type Usage } from './usage';

/** What a process of workers is told at its start. */
export interface WorkerSettings {
  readonly side: 'quarry' | 'bullmq';
  readonly redisUrl: string;
  readonly services: readonly string[];
  readonly concurrency: number;
}

/** What it says: that it takes hops from now on, or, when asked, what it has used. */
export type WorkerWord = 'up' | Usage;

/** Serves hops of a benchmark until its parent lets go of it. */
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
  if (side === 'quarry') {
    const carrier = createBullmqCarrier({ redisUrl, concurrency, closeMs: 0, onError: () => undefined });
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
