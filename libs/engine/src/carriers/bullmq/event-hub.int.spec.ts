import type { TurnEvent } from '@quarry/turn';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier } from '../carrier';
import { aTurn, collect, mustClaim, target } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';

const DONE = { outcome: 'answered', reason: 'done' } as const;

describeWithRedis('followers of turns over Redis', () => {
  let redis: TestRedis;
  let client: ReturnType<TestRedis['client']>;
  const carriers: Carrier[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  afterEach(async () => {
    await Promise.all(carriers.splice(0).map((carrier) => carrier.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  function open(credentials = ''): Carrier {
    const redisUrl = redis.url.replace('//', `//${credentials}`);
    const carrier = createBullmqCarrier({ redisUrl, onError: () => undefined });
    carriers.push(carrier);
    return carrier;
  }

  /** A claimed turn; `say` emits a text, `end` ends it. */
  async function running(worker: Carrier): Promise<{
    readonly id: string;
    say(n: number): Promise<unknown>;
    end(): Promise<unknown>;
  }> {
    const { id } = aTurn();
    await worker.start(aTurn({ id }), target('alpha'));
    const { fence } = await mustClaim(worker, id, 0);
    return {
      id,
      say: (n) => worker.emit(id, 0, fence, n, { type: 'answer.delta', text: String(n) }),
      end: () => worker.advance(id, 0, fence, { patch: {}, next: DONE, events: [] }),
    };
  }

  /** The events of a turn as they arrive, and a promise of their end. */
  function follow(carrier: Carrier, id: string): { readonly seen: TurnEvent[]; readonly end: Promise<void> } {
    const seen: TurnEvent[] = [];
    const end = (async () => {
      for await (const event of carrier.events(id)) seen.push(event);
    })();
    return { seen, end };
  }

  const textsOf = (events: readonly TurnEvent[]): string[] =>
    events.flatMap(({ body }) => (body.type === 'answer.delta' ? [body.text] : []));

  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  const listeners = async (id: string): Promise<number> => {
    const [, count] = (await client.pubsub('NUMSUB', `{quarry:0}:live:${id}`)) as [string, number];
    return count;
  };

  test('events are pushed: the log is not read again', async () => {
    const [worker, one, other] = [open(), open(), open()];
    const turn = await running(worker);
    const followed = [follow(one, turn.id), follow(one, turn.id), follow(other, turn.id)];
    await until(async () => (await listeners(turn.id)) === 2);
    await turn.say(1);
    await until(() => followed.every(({ seen }) => textsOf(seen).length === 1));
    const reads = async (): Promise<string | undefined> =>
      /cmdstat_xrange:calls=(\d+)/.exec(await client.info('commandstats'))?.[1];
    const before = await reads();
    for (let n = 2; n <= 40; n++) await turn.say(n);
    await until(() => followed.every(({ seen }) => textsOf(seen).length === 40));
    expect(await reads()).toBe(before);
    await turn.end();
    await Promise.all(followed.map(({ end }) => end));
    for (const { seen } of followed) {
      expect(textsOf(seen)).toEqual(Array.from({ length: 40 }, (_, i) => String(i + 1)));
      expect(seen).toEqual(await collect(worker.events(turn.id)));
    }
    await until(async () => (await listeners(turn.id)) === 0);
  });

  test('what was published while the connection was lost is read from the log', async () => {
    const [worker, gateway] = [open(), open()];
    const turn = await running(worker);
    const { seen, end } = follow(gateway, turn.id);
    await until(async () => (await listeners(turn.id)) === 1);
    for (let n = 1; n <= 30; n++) {
      if (n % 10 === 5) await client.client('KILL', 'TYPE', 'pubsub');
      await turn.say(n);
    }
    await until(async () => (await listeners(turn.id)) === 1);
    await turn.end();
    await end;
    expect(textsOf(seen)).toEqual(Array.from({ length: 30 }, (_, i) => String(i + 1)));
  });

  test('where nothing may be published, followers read the log now and then', async () => {
    await client.acl('SETUSER', 'mute', 'on', '>pw', '~*', 'resetchannels', '+@all');
    const worker = open('mute:pw@');
    const turn = await running(worker);
    const { seen, end } = follow(worker, turn.id);
    await until(() => seen.length > 0);
    await turn.say(1);
    await until(() => textsOf(seen).length === 1);
    await turn.end();
    await end;
    expect(textsOf(seen)).toEqual(['1']);
  }, 60_000);
});
