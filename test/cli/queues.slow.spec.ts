import type { QueueState } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { newTurnId, openTurn } from '@quarry/turn';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { expectRefusal, Workplace } from './quarry';

const at = new Workplace();
afterAll(() => {
  at.remove();
});

it('queues without Redis: where, and what to do, without the password', async () => {
  const refused = await at.run(['queues'], { env: { REDIS_URL: 'redis://user:secret@127.0.0.1:1' } });
  expectRefusal(refused, 1, 'redis_unavailable', '127.0.0.1:1', 'REDIS_URL');
  expect(refused.err).not.toContain('secret');
});

describeWithRedis('queues', () => {
  let redis: TestRedis;
  let env: Record<string, string>;
  beforeAll(async () => {
    redis = await TestRedis.start();
    env = { REDIS_URL: redis.url, QUARRY_REDIS_PREFIX: 'ours' };
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'ours' });
    for (let n = 0; n < 2; n++) {
      const askedAt = Date.now();
      const id = newTurnId();
      const pipeline = 'code@0123456789abcdef';
      const turn = openTurn({
        id,
        tenant: 'local',
        session: 's1',
        pipeline,
        question: 'zanzibar?',
        isEnglish: true,
        askedAt,
        deadline: askedAt + 600_000,
      });
      await carrier.start(turn, { step: 'first', service: 'retriever' });
    }
    await carrier.close();
  });
  afterAll(() => redis.stop());

  it('shows every service, with or without anyone who runs it', async () => {
    const shown = await at.run(['queues'], { env });
    expect(shown).toMatchObject({ code: 0, err: '' });
    const lines = shown.out.split('\n');
    expect(lines[0]).toMatch(/^service +waiting +running +paused +failed +oldest$/);
    expect(lines.filter((line) => /^(gateway|answerer|loop-guard) +0 +0 +0 +0 +–$/.test(line))).toHaveLength(
      3,
    );
    expect(shown.out).toMatch(/^retriever +2 +0 +0 +0 +[\d.]+ (ms|s|min)$/m);
  });

  it('--json has the figures, and those of this prefix only', async () => {
    const shown = await at.run(['queues', '--json'], { env });
    const states = JSON.parse(shown.out) as QueueState[];
    expect(states).toHaveLength(7);
    expect(states.find(({ service }) => service === 'retriever')).toEqual({
      service: 'retriever',
      waiting: 2,
      active: 0,
      delayed: 0,
      failed: 0,
      oldestMs: expect.any(Number),
    });
    const others = await at.run(['queues', '--json'], { env: { REDIS_URL: redis.url } });
    expect((JSON.parse(others.out) as QueueState[]).every(({ waiting }) => waiting === 0)).toBe(true);
  });

  it('--watch looks again until Ctrl-C, one document a line with --json', async () => {
    const running = at.start(['queues', '--watch', '--json'], { env });
    let out = '';
    running.child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split('\n').length > 2) running.child.kill('SIGINT');
    });
    const ended = await running.ended;
    expect(ended.code).toBe(0);
    const documents = ended.out.trim().split('\n');
    expect(documents.length).toBeGreaterThanOrEqual(2);
    for (const line of documents) expect(JSON.parse(line)).toHaveLength(7);
  });
});
