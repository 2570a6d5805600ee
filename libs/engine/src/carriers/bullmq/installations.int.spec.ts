import { Queue } from 'bullmq';
import { defined } from '@quarry/turn';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier } from '../carrier';
import { hopController, serve } from '../testing/services';
import { aTurn, collect, mustClaim, target } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';

const DONE = { outcome: 'answered', reason: 'done' } as const;

describeWithRedis('one Redis', () => {
  let redis: TestRedis;
  const opened: Carrier[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((carrier) => carrier.close()));
  });
  afterAll(() => redis.stop());

  function open(prefix?: string): Carrier {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, ...defined({ prefix }) });
    opened.push(carrier);
    return carrier;
  }

  it('with two installations: they do not see each other', async () => {
    const [ours, theirs] = [open('ours'), open('theirs')];
    const turn = aTurn();
    await ours.start(turn, target('alpha'), 'key');
    expect(await theirs.read(turn.id)).toBeNull();
    expect(await theirs.cancel(turn.id)).toBe(false);
    expect(await theirs.recent(turn.tenant, 10)).toEqual([]);
    expect(await collect(theirs.events(turn.id))).toEqual([]);
    expect(await theirs.claim(turn.id, 0)).toEqual({ kind: 'terminal' });
    expect(await theirs.reap(Date.now() + 3_600_000)).toBe(0);
    expect(await theirs.queues(['alpha'])).toMatchObject([{ waiting: 0 }]);
    expect(await theirs.start(aTurn(), target('beta'), 'key')).toMatchObject({ existing: false });

    const delivered: string[] = [];
    const run = (carrier: Carrier, name: string) =>
      serve(carrier, [
        hopController('alpha', async ({ t, v }) => {
          delivered.push(name);
          const { fence } = await mustClaim(carrier, t, v);
          await carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
        }),
      ]);
    const apps = [await run(theirs, 'theirs'), await run(ours, 'ours')];
    expect((await collect(ours.events(turn.id))).at(-1)?.body).toMatchObject({ type: 'turn.finished' });
    expect(delivered).toEqual(['ours']);
    await Promise.all(apps.map((app) => app.close()));
  });

  it('keeps waiting hops under the key that docs/metrics.md names, as BullMQ counts them', async () => {
    const carrier = open();
    for (let n = 0; n < 3; n++) await carrier.start(aTurn(), target('retriever'));
    const client = redis.client();
    expect(await client.llen('{quarry:0}:retriever:wait')).toBe(3);
    const queue = new Queue('retriever', { connection: client, prefix: '{quarry:0}' });
    expect(await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')).toEqual({
      waiting: 3,
      active: 0,
      delayed: 0,
      failed: 0,
    });
    expect(await carrier.queues(['retriever'])).toMatchObject([
      { waiting: 3, active: 0, delayed: 0, failed: 0 },
    ]);
    await queue.close();
    client.disconnect();
  });
});
