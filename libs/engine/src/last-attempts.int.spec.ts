import { describeWithRedis, TestRedis } from '../../../test/redis/redis-server';
import { createBullmqCarrier } from './carriers/bullmq/bullmq-carrier';
import type { HopJob } from './carriers/carrier';
import { hopController, serve } from './carriers/testing/services';
import { aTurn } from './testing';

const DONE = { outcome: 'answered', reason: 'done' } as const;

describeWithRedis('the last attempts of hops', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  it('run alone in their process: they wait until it runs nothing else, and nothing is taken meanwhile', async () => {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'alone:0' });
    const client = redis.client();
    const trail: string[] = [];
    const held = new Map(['other', 'suspect'].map((id) => [id, latch()]));
    const run = async ({ t, v }: HopJob): Promise<void> => {
      const claim = await carrier.claim(t, v);
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      trail.push(`${t} begins`);
      await held.get(t)?.opened;
      trail.push(`${t} ends`);
      await carrier.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
    };
    const start = async (id: string, service: string): Promise<void> => {
      await carrier.start(aTurn({ id, deadline: Date.now() + 60_000 }), { step: 'a', service });
    };
    const reached = async (line: string): Promise<void> => {
      while (!trail.includes(line)) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const apps = [await serve(carrier, [hopController('one', run)])];
    // Another process, which these hops ignore: they do not wait for its hops.
    const elsewhere = createBullmqCarrier({ redisUrl: redis.url, prefix: 'alone:0' });
    let ran = 0;
    const runElsewhere = async ({ t, v }: HopJob): Promise<void> => {
      const claim = await elsewhere.claim(t, v);
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      await elsewhere.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
      ran += 1;
    };
    apps.push(await serve(elsewhere, [hopController('three', runElsewhere)]));
    const tenHopsElsewhere = async (): Promise<void> => {
      for (const end = ran + 10; ran < end;) {
        const before = ran;
        await start(`elsewhere-${ran}`, 'three');
        while (ran === before) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    try {
      await start('other', 'one');
      await reached('other begins');
      await start('suspect', 'two');
      // Two processes died with it.
      for (let death = 0; death < 2; death++) await carrier.claim('suspect', 0);
      apps.push(await serve(carrier, [hopController('two', run)]));
      const active = '{alone:0}:two:active';
      while ((await client.llen(active)) < 1) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const service of ['one', 'two']) await start(`later-${service}`, service);
      await tenHopsElsewhere();
      expect(trail).toEqual(['other begins']);
      held.get('other')?.open();
      await reached('suspect begins');
      await tenHopsElsewhere();
      expect(trail).toEqual(['other begins', 'other ends', 'suspect begins']);
      held.get('suspect')?.open();
      for (const service of ['one', 'two']) await reached(`later-${service} ends`);
      expect(trail.slice(2, 4)).toEqual(['suspect begins', 'suspect ends']);
    } finally {
      await Promise.all(apps.map((app) => app.close()));
      client.disconnect();
      await Promise.all([carrier.close(), elsewhere.close()]);
    }
  }, 60_000);

  it('run in a process that takes others before and after them', async () => {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'queue:0' });
    const ran: string[] = [];
    const run = async ({ t, v }: HopJob): Promise<void> => {
      const claim = await carrier.claim(t, v);
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      await new Promise((resolve) => setTimeout(resolve, 5));
      // It has certainly run once it has ended.
      ran.push(t);
      await carrier.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
    };
    const ids = Array.from({ length: 24 }, (_, n) => `${n % 3 === 1 ? 'suspect' : 'turn'}-${n}`);
    const ended = async (id: string): Promise<void> => {
      while ((await carrier.read(id))?.status !== 'ended')
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    try {
      for (const [n, id] of ids.entries()) {
        const service = n % 2 === 0 ? 'one' : 'two';
        await carrier.start(aTurn({ id, deadline: Date.now() + 60_000 }), { step: 'a', service });
        if (id.startsWith('suspect')) for (let death = 0; death < 2; death++) await carrier.claim(id, 0);
      }
      const app = await serve(carrier, [hopController('one', run), hopController('two', run)]);
      await Promise.all(ids.map(ended));
      expect([...ran].sort()).toEqual([...ids].sort());
      await app.close();
    } finally {
      await carrier.close();
    }
  }, 60_000);
});

function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
