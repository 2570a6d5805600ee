import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { freePort } from '../servers/free-port';
import { Workplace } from './quarry';

/** Status and body; null if no server listens. */
async function get(url: string): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const response = await fetch(url);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

async function until<T>(look: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describeWithRedis('serve --ops-port', () => {
  const at = new Workplace();
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
    await redis.kill();
  });
  afterAll(async () => {
    at.remove();
    await redis.stop();
  });

  it('is alive while it waits for Redis, ready when it is there, and closes with 0', async () => {
    const port = await freePort();
    const ops = `http://127.0.0.1:${port}`;
    const env = { REDIS_URL: redis.url, EMBEDDER_URL: 'none' };
    const running = at.start(['serve', 'loop-guard', '--ops-port', String(port)], { env });
    const live = await until(() => get(`${ops}/health/live`));
    expect(live).toEqual({ status: 200, text: '{"status":"live"}\n' });
    const waiting = await get(`${ops}/health/ready`);
    expect(waiting?.status).toBe(503);
    expect(JSON.parse(waiting?.text ?? '')).toMatchObject({
      phase: 'starting',
      carrier: { problem: expect.stringContaining(`127.0.0.1:${redis.port}`) },
    });

    await redis.restart();
    await until(async () => (await get(`${ops}/health/ready`))?.status === 200);
    const metrics = await get(`${ops}/metrics`);
    expect(metrics?.text).toContain('quarry_queue_waiting{service="retriever"} 0');
    await running.said(`health and metrics at ${ops}`);

    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, out: '' });
    expect(await get(`${ops}/health/live`)).toBeNull();
  }, 180_000);
});
