import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, startPrivateRedis } from '@quarry/cli';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { Fault, newTurnId, openTurn } from '@quarry/turn';
import { Redis } from 'ioredis';
import type { Followed } from './gateway.ts';

/** The result for one number of followed turns. */
export interface FollowersResult {
  readonly turns: number;
  readonly events: number;
  /** CPU time per event, in µs. */
  readonly gatewayUs: number;
  readonly redisUs: number;
  /** From emission to arrival, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Time for the followers to listen, in milliseconds. */
const SETTLE_MS = 1_500;

/** @throws Fault `redis_unavailable`, `internal` */
export async function run(turns: number, events: number): Promise<FollowersResult> {
  const redis = await startPrivateRedis({ appendOnly: false });
  const worker = createBullmqCarrier({ redisUrl: redis.url });
  const client = new Redis(redis.url);
  try {
    const claimed: { readonly id: string; readonly fence: number }[] = [];
    for (let i = 0; i < turns; i++) {
      const id = newTurnId();
      const askedAt = Date.now();
      const about = { tenant: 'bench', session: 's', pipeline: 'code@0123456789abcdef', question: 'Where?' };
      const turn = openTurn({ id, ...about, isEnglish: true, askedAt, deadline: askedAt + 600_000 });
      await worker.start(turn, { service: 'bench', step: 'bench' });
      const claim = await worker.claim(id, 0);
      if (claim.kind !== 'claimed') throw new Fault('internal', `a claim gave '${claim.kind}'`);
      claimed.push({ id, fence: claim.fence });
    }
    const ids = JSON.stringify(claimed.map(({ id }) => id));
    const gateway = fork(join(import.meta.dirname, 'gateway.ts'), [redis.url, ids]);
    await once(gateway, 'message');
    await sleep(SETTLE_MS);
    gateway.send('mark');
    const before = await cpuUs(client);
    const rounds = Math.max(1, Math.round(events / turns));
    for (let n = 1; n <= rounds; n++)
      for (const { id, fence } of claimed)
        await worker.emit(id, 0, fence, n, { type: 'answer.delta', text: String(Date.now()) });
    const redisUs = (await cpuUs(client)) - before;
    const told = once(gateway, 'message') as Promise<[Followed]>;
    const next = { outcome: 'answered', reason: 'done' } as const;
    for (const { id, fence } of claimed) await worker.advance(id, 0, fence, { patch: {}, next, events: [] });
    const [followed] = await told;
    const delays = followed.delaysMs.toSorted((a, b) => a - b);
    return {
      ...{ turns, events: followed.events, gatewayUs: followed.cpuUs / followed.events },
      ...{ redisUs: redisUs / followed.events, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    };
  } finally {
    client.disconnect();
    await worker.close();
    await redis.stop();
  }
}

async function cpuUs(client: Redis): Promise<number> {
  const info = await client.info('cpu');
  const seconds = [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].map(([, text]) => Number(text));
  return seconds.reduce((sum, each) => sum + each, 0) * 1e6;
}
