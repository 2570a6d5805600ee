import { describeWithRedis, TestRedis } from '../../../test/redis/redis-server';
import { createBullmqCarrier } from './carriers/bullmq/bullmq-carrier';
import { LATER_MS } from './carriers/delivery';
import { HopRunner } from './hop-runner';
import { aTurn } from './testing';
import { pipeline, step } from './testing/play';

describeWithRedis('the last attempts of hops', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  it('run one at a time, so that one that kills its process takes no other along', async () => {
    const carrier = createBullmqCarrier({ redisUrl: redis.url });
    const client = redis.client();
    try {
      await carrier.publish(pipeline([step('a', 'one', {}, { end: true })]));
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      let begun = (): void => undefined;
      const isRunning = new Promise<void>((resolve) => (begun = resolve));
      const ran: string[] = [];
      const run = async ({ id }: { readonly id: string }): Promise<{ readonly outcome: string }> => {
        ran.push(id);
        begun();
        if (id === 'first') await held;
        return { outcome: 'ok' };
      };
      const runner = new HopRunner('one', carrier, new Map([['a', { run }]]));
      const elsewhere = new HopRunner('one', carrier, new Map([['a', { run }]]));
      const begin = async (id: string, attempt: number, died = attempt > 1): Promise<number | null> => {
        const turn = aTurn({ id, pipeline: 'p@d', deadline: Date.now() + 60_000 });
        await carrier.start(turn, { step: 'a', service: 'one' });
        // As BullMQ marks a job whose process died with it.
        if (died) await client.hset(`{quarry:0}:one:${id}-0`, 'stc', attempt - 1);
        for (let before = 1; before < attempt; before++) await carrier.claim(id, 0);
        return runner.run({ t: id, v: 0 });
      };
      const first = begin('first', 3);
      await isRunning;
      expect(await begin('second', 3)).toBe(LATER_MS);
      // It waits as often as it must: that counts as no attempt.
      for (let round = 0; round < 5; round++)
        expect(await elsewhere.run({ t: 'second', v: 0 })).toBe(LATER_MS);
      expect(await begin('fresh', 1)).toBeNull();
      // What failed without harm to anybody, as where a model is away, waits for nobody.
      expect(await begin('harmless', 3, false)).toBeNull();
      expect(ran).toEqual(['first', 'fresh', 'harmless']);
      finish();
      expect(await first).toBeNull();
      expect(await runner.run({ t: 'second', v: 0 })).toBeNull();
      expect(ran).toEqual(['first', 'fresh', 'harmless', 'second']);
      for (const id of ran) expect((await carrier.read(id))?.turn.end?.code).toBeUndefined();
    } finally {
      client.disconnect();
      await carrier.close();
    }
  }, 60_000);
});
