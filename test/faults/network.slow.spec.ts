import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { Apart } from './apart';
import { randomFrom } from '../sample';
import { FaultyProxy } from './faulty-proxy';
import { LONG, report } from './figures';
import { blackHole, CUT_IN_A_REPLY, MORE_FAULTS, type NetworkFault } from './network-faults';

const SEED = 20_261_122;
const TURNS = LONG ? 40 : 4;
const NOTHING_TWICE = { hopsDoubled: 0, streamGaps: 0 };

const FAULTS: readonly NetworkFault[] = [
  CUT_IN_A_REPLY,
  {
    ...{ name: 'connections cut, and the first words of the next ones lost', forMs: 1_000, cutsOff: true },
    breakIt: (network) => {
      network.cut();
      network.swallow();
    },
  },
  {
    ...{ name: 'half open: requests arrive, replies do not', forMs: 1_000, cutsOff: true },
    breakIt: (network) => network.swallow(['reply']),
  },
];

/**
 * The network between services and Redis, with faults. Turns wait for it, and end once; other clients learn when to
 * retry.
 */
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

  it.each([...FAULTS, ...(LONG ? [...MORE_FAULTS, blackHole(20_000)] : [])])(
    'workers and Redis, $name',
    async ({ name, breakIt, forMs }) => {
      const mend = (): Promise<void> => sleep(forMs).then(() => ofWorkers.heal());
      await disturb(`workers – Redis: ${name}`, () => breakIt(ofWorkers), mend);
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
