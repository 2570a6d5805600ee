import { dirname } from 'node:path';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { expectRefusal, Workplace } from '../cli/quarry';
import { runBenchmark } from './run-benchmark';

const SMALL = ['--rounds', '1', '--turns', '4', '--in-flight', '3', '--delay', '5'];

interface Run {
  readonly retrievers: number;
  readonly turnsPerSecond: number;
  readonly maxQueueLagMs: number;
  readonly searchesPerTurn: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

describe('bench:retrievers', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  it('says what is missing where there is no Redis server', async () => {
    const env = { PATH: dirname(process.execPath) };
    expectRefusal(
      await runBenchmark(at, 'retrievers', SMALL, { env }),
      1,
      'redis_unavailable',
      'cannot be started',
      'install',
    );
  });

  describeWithRedis('with Redis', () => {
    it('every turn is answered, with one process and with two, and each searches', async () => {
      const ended = await runBenchmark(at, 'retrievers', ['--retrievers', '1,2', ...SMALL, '--json']);
      expect(ended).toMatchObject({ code: 0 });
      const runs = JSON.parse(ended.out) as readonly Run[];
      expect(runs.map(({ retrievers }) => retrievers)).toEqual([1, 2]);
      for (const { outcomes, turnsPerSecond, maxQueueLagMs, searchesPerTurn } of runs) {
        expect(Object.keys(outcomes)).toEqual(['partial']);
        expect(outcomes['partial']).toBeGreaterThanOrEqual(3 + 4);
        expect(turnsPerSecond).toBeGreaterThan(0);
        expect(maxQueueLagMs).toBeGreaterThanOrEqual(0);
        expect(searchesPerTurn).toBeGreaterThanOrEqual(2);
      }
    });

    it('a retriever process ends with the one who started it', async () => {
      const redis = await TestRedis.start();
      try {
        const env = { REDIS_URL: redis.url, QUARRY_CARRIER: 'bullmq', EMBEDDER_URL: 'none' };
        const ended = await runBenchmark(at, 'retrievers', ['5'], { env, script: 'retriever-process.ts' });
        expect(ended).toMatchObject({ code: 0, out: '{"searches":0}\n', err: 'retriever up\n' });
      } finally {
        await redis.stop();
      }
    });
  });
});
