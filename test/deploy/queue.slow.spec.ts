import { randomUUID } from 'node:crypto';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { aTurn } from '@quarry/engine/testing';
import { parse } from 'yaml';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { describeWithTools, run } from './tools';
import { read, ROOT } from './workspace';

describeWithRedis('what the deployment says of Redis', () => {
  it('is no reason for a warning: the options of docker-compose.yml', async () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: { redis: { command: readonly string[] } };
    };
    const command = services.redis.command.at(-1) ?? '';
    const options = command.slice(command.indexOf('--appendonly')).trim().split(/\s+/);
    const redis = await TestRedis.start(options);
    const carrier = createBullmqCarrier({ redisUrl: redis.url });
    try {
      expect(options).toEqual(expect.arrayContaining(['--appendonly', '--maxmemory-policy']));
      expect(await carrier.check()).toEqual([]);
    } finally {
      await carrier.close();
      await redis.stop();
    }
  });

  describeWithTools('the chart', ['helm'], ({ helm }) => {
    it('lets KEDA watch the list in which hops really wait', async () => {
      const { out } = run(helm, [
        ...['template', 'release', `${ROOT}/deploy/helm/quarry`, '--show-only', 'templates/scaling.yaml'],
        ...['--values', `${ROOT}/deploy/helm/quarry/ci/everything.yaml`],
      ]);
      const lists = [...out.matchAll(/listName: "(.*)"/g)].map((match) => match[1] ?? '');
      expect(lists).toHaveLength(3);

      const redis = await TestRedis.start();
      const client = redis.client();
      const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'quarry:blue' });
      try {
        for (const list of lists) {
          const service = list.split(':').at(-2) ?? '';
          expect(await client.llen(list)).toBe(0);
          for (const id of [randomUUID(), randomUUID()])
            await carrier.start(aTurn({ id, deadline: Date.now() + 60_000 }), {
              service,
              step: 'any',
            });
          expect([list, await client.llen(list)]).toEqual([list, 2]);
        }
      } finally {
        client.disconnect();
        await carrier.close();
        await redis.stop();
      }
    });
  });
});
