import { Asker, hopsRun, RING, serveHops } from '@quarry/cli';
import { createMemoryCarrier, type Carrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import type { Engine, EngineOptions, OpenEngine } from '../engine.ts';

/** Both carriers as services run them: actions of Nest services on a published pipeline. All in one process, as the peers. */
async function open(
  carrier: Carrier,
  { hops, workMs, onHop }: EngineOptions,
  oneService = false,
): Promise<OpenEngine> {
  hopsRun.tell = onHop;
  const app = await serveHops(carrier, RING);
  const asker = new Asker(carrier);
  const plan = { hops, workMs, foundKb: 0, carriedKb: 0, oneService };
  return {
    begin: async (id) => {
      await asker.begin(plan, id);
    },
    ended: (id) => asker.ended(id),
    ...(carrier.kind === 'bullmq' ? { recover: (id: string) => asker.ended(id) } : {}),
    close: async () => {
      await app.close();
      await carrier.close();
    },
  };
}

const durable = (redisUrl: string): Carrier => createBullmqCarrier({ redisUrl, closeMs: 0 });

export const bullmqCarrier: Engine = {
  title: 'Quarry, bullmq carrier',
  needsRedis: true,
  durable: true,
  open: (options) => open(durable(options.redisUrl), options),
};

/** What comes of steps that are written for one service: one commit for all of them, and one for the gateway's. */
export const bullmqOneService: Engine = {
  ...bullmqCarrier,
  title: 'Quarry, bullmq carrier, steps of one service',
  open: (options) => open(durable(options.redisUrl), options, true),
};

export const memoryCarrier: Engine = {
  title: 'Quarry, memory carrier',
  needsRedis: false,
  durable: false,
  open: (options) => open(createMemoryCarrier({ closeMs: 0 }), options),
};
