import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { Apart } from './apart';
import { randomFrom } from './fault-plan';
import { FaultyProxy } from './faulty-proxy';
import { LONG, report } from './figures';

const SEED = 20_261_122;
const TURNS = LONG ? 40 : 4;
const NOTHING_TWICE = { hopsDoubled: 0, streamGaps: 0 };

/** What is done to the workers' network, and for how long, in milliseconds. */
type NetworkFault = readonly [name: string, breakIt: (network: FaultyProxy) => void, forMs: number];

const FAULTS: readonly NetworkFault[] = [
  ['cut in the middle of a reply', (network) => network.cutReplies(10), 0],
  [
    'connections cut, and the first words of the next ones lost',
    (network) => {
      network.cut();
      network.swallow();
    },
    1_000,
  ],
  ['half open: requests arrive, replies do not', (network) => network.swallow(['reply']), 1_000],
];
const MORE: readonly NetworkFault[] = [
  ['connections cut', (network) => network.cut(), 0],
  ['refused for five seconds', (network) => network.refuse(), 5_000],
  ['a black hole: connections stay, nothing arrives', (network) => network.swallow(), 20_000],
  [
    'slow for ten seconds: 40 ± 30 ms each way, 100 kB/s',
    (network) => network.slowDown({ delayMs: 40, jitterMs: 30, bytesPerSecond: 100_000 }),
    10_000,
  ],
];

/** The network between services and Redis, with its faults. Turns wait for it, and end once; whoever asks meanwhile is told when to come again. */
describeWithRedis('the network between services and Redis', () => {
  let redis: TestRedis;
  let ofGateway: FaultyProxy;
  let ofWorkers: FaultyProxy;
  let apart: Apart;

  beforeAll(async () => {
    redis = await TestRedis.start();
    ofGateway = await FaultyProxy.start(redis.url, randomFrom(SEED));
    ofWorkers = await FaultyProxy.start(redis.url, randomFrom(SEED + 1));
    apart = await Apart.start({
      redisUrl: redis.url,
      gateway: { redisUrl: ofGateway.url },
      workers: { redisUrl: ofWorkers.url },
    });
  }, 120_000);
  afterAll(async () => {
    await apart.close();
    await Promise.all([ofGateway.close(), ofWorkers.close()]);
    await redis.stop();
  }, 60_000);

  /** Turns are in the middle of their answers when it breaks; all of them end once, and are answered. */
  async function disturb(
    fault: string,
    breakIt: () => void,
    mend: () => Promise<void> | void,
  ): Promise<void> {
    const ids = await apart.askAll(TURNS);
    await apart.reached(ids[0] ?? '', 'answer.delta');
    breakIt();
    await mend();
    const mendedAt = performance.now();
    const { figures, violations } = await apart.audited();
    report({ fault, ...figures, recoveryMs: Math.round(performance.now() - mendedAt) });
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({
      ...{ accepted: TURNS, ended: TURNS, lost: 0, doubled: 0 },
      ...NOTHING_TWICE,
    });
    for (const id of ids)
      expect((await apart.carrier.read(id))?.turn.end).toMatchObject({ outcome: 'answered' });
  }

  it.each([...FAULTS, ...(LONG ? MORE : [])])(
    'workers and Redis, %s',
    async (fault, breakIt, forMs) => {
      const mend = (): Promise<void> => sleep(forMs).then(() => ofWorkers.heal());
      await disturb(`workers – Redis: ${fault}`, () => breakIt(ofWorkers), mend);
    },
    180_000,
  );

  it('gateway and Redis, a black hole: questions get 503 with Retry-After, streams go on when it is over', async () => {
    await disturb(
      'gateway – Redis: a black hole',
      () => ofGateway.swallow(),
      async () => {
        expect(await apart.ask()).toMatchObject({ status: 503, retryAfter: '2' });
        ofGateway.heal();
      },
    );
    await apart.askAll(1);
    expect((await apart.audited()).figures).toMatchObject({ accepted: 1, ended: 1 });
  }, 180_000);
});
