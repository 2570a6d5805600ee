import * as fc from 'fast-check';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { DEFAULT_LIMITS } from '../carrier';
import { aTurn, target } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';
import { Connections } from './connections';
import { HandOvers } from './hand-overs';
import { Keys } from './keys';
import { RedisLedger } from './redis-ledger';
import { loadScripts } from './redis-scripts';

const MOST = DEFAULT_LIMITS.maxAttempts;

/** How an attempt ends. */
const ENDS = ['dies', 'throws', 'hands back', 'hands back, told'] as const;

describeWithRedis('an attempt that ends with its process', () => {
  let redis: TestRedis;
  let client: Redis;
  let ledger: RedisLedger;
  let carrier: ReturnType<typeof createBullmqCarrier>;
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
    const keys = new Keys('quarry:0');
    const connections = new Connections(redis.url, () => undefined);
    const scripts = loadScripts(keys.base, DEFAULT_LIMITS);
    ledger = new RedisLedger(
      connections,
      keys,
      scripts,
      DEFAULT_LIMITS,
      () => undefined,
      new HandOvers(true),
    );
    carrier = createBullmqCarrier({ redisUrl: redis.url });
    closing = async () => {
      connections.close();
      await carrier.close();
    };
  });
  let closing = async (): Promise<void> => undefined;
  afterAll(async () => {
    await closing();
    client.disconnect();
    await redis.stop();
  });

  async function begun(): Promise<string> {
    const { id } = aTurn();
    await carrier.start(aTurn({ id }), target('alpha'));
    return id;
  }

  const howItRuns = (id: string): Promise<string | null> => client.hget(`{quarry:0}:turn:${id}`, 'p');

  it('counts only if it ran alone: the turn ends as poison after three lone deaths or three failures, and in no other case', async () => {
    let poisoned = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ENDS), { minLength: 1, maxLength: 14 }), async (ends) => {
        const id = await begun();
        const seen = { shared: 0, alone: 0, failures: 0, attempts: 0 };
        for (const end of ends) {
          const claim = await ledger.claim(id, 0);
          const isOver = seen.alone >= MOST || seen.failures >= MOST;
          expect(claim.kind).toBe(isOver ? 'poison' : 'claimed');
          if (claim.kind !== 'claimed') {
            poisoned++;
            const letter = await carrier.deadLetter(id);
            expect(letter?.attempts).toBe(seen.attempts);
            return;
          }
          const how = await howItRuns(id);
          expect(how).toBe(seen.shared >= MOST - 1 ? 'alone' : 'shared');
          expect(claim).toMatchObject({ attempt: seen.attempts + 1, failures: seen.failures });
          seen.attempts++;
          if (end === 'dies') {
            if (how === 'alone') seen.alone++;
            else seen.shared++;
          } else if (end === 'throws') {
            await ledger.giveUp('alpha', { t: id, v: 0 }, 'it threw');
            seen.failures++;
          } else {
            await ledger.giveBack(id, 0, claim.fence, end === 'hands back, told');
            seen.attempts--;
          }
          expect(seen.shared + seen.alone).toBeLessThanOrEqual(2 * MOST - 1);
        }
        await carrier.cancel(id);
      }),
      { numRuns: 150, seed: 20261123 },
    );
    expect(poisoned).toBeGreaterThan(10);
  }, 120_000);

  it('is no longer counted once a later attempt has committed', async () => {
    const id = await begun();
    for (let death = 0; death < 4; death++) await ledger.claim(id, 0);
    const claim = await ledger.claim(id, 0);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    expect(await howItRuns(id)).toBe('alone');
    await ledger.advance(id, 0, claim.fence, { patch: {}, next: target('beta'), events: [] });
    expect(await ledger.claim(id, 1)).toMatchObject({ kind: 'claimed', attempt: 1, failures: 0 });
    expect(await howItRuns(id)).toBe('shared');
  });

  it('under an earlier version counts as one with other hops: a turn that this version would end continues', async () => {
    const id = await begun();
    // Three attempts as that version records them, without how each ended.
    await client.hset(`{quarry:0}:turn:${id}`, 'a', 3, 'f', 3, 'b', 0);
    expect(await ledger.claim(id, 0)).toMatchObject({ kind: 'claimed', attempt: 4, failures: 0 });
    expect(await howItRuns(id)).toBe('alone');
    for (let death = 1; death < MOST; death++) expect((await ledger.claim(id, 0)).kind).toBe('claimed');
    expect((await ledger.claim(id, 0)).kind).toBe('poison');
  });
});
