import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { newTurnId, openTurn, type TurnEventBody } from '@quarry/turn';
import { startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';

describeWithRedis('a turn whose workers are all gone', () => {
  it('is ended at its deadline by a gateway alone, and followers are notified', async () => {
    const redis = await TestRedis.start();
    const dataDir = await mkdtemp(join(tmpdir(), 'quarry-orphans-'));
    const gateway = await startGateway(
      dataDir,
      { carrier: 'bullmq', redisUrl: redis.url },
      (platform) => platform,
      ['gateway'],
    );
    const asker = createBullmqCarrier({ redisUrl: redis.url });
    try {
      const askedAt = Date.now();
      const turn = openTurn({
        id: newTurnId(),
        tenant: 'local',
        session: 's1',
        pipeline: 'code@0123456789abcdef',
        question: 'Who answers?',
        isEnglish: true,
        askedAt,
        deadline: askedAt + 300,
      });
      await asker.start(turn, { service: 'router', step: 'route' });
      const bodies: TurnEventBody[] = [];
      for await (const { body } of asker.events(turn.id)) bodies.push(body);
      expect(bodies.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'failed', code: 'deadline' });
      expect(await asker.read(turn.id)).toMatchObject({ status: 'ended', v: 0 });
    } finally {
      await asker.close();
      await gateway.close();
      await redis.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);
});
