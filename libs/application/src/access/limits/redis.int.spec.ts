import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyProxy } from '../../../../../test/faults/faulty-proxy';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { connectLimits } from './redis';

describeWithRedis('the connection for limits', () => {
  let server: TestRedis;
  let network: FaultyProxy;
  beforeAll(async () => {
    server = await TestRedis.start();
    network = await FaultyProxy.start(server.url);
  });
  afterAll(async () => {
    await network.close();
    await server.stop();
  });

  it.each([true, false])(
    'is reopened when Redis stops responding on it (commands wait: %s)',
    async (waits) => {
      const redis = connectLimits({ redisUrl: network.url }, waits);
      const answers = (): Promise<boolean> =>
        redis.ping().then(
          () => true,
          () => false,
        );
      try {
        while (!(await answers())) await sleep(20);
        network.swallow();
        expect(await answers()).toBe(false);
        // The swallowed connections never respond.
        network.heal();
        while (!(await answers())) await sleep(20);
      } finally {
        redis.disconnect();
      }
    },
    60_000,
  );
});
