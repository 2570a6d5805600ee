import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { expectRefusal, SHOP, Workplace } from './quarry';

describe('serve', () => {
  const at = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
  });
  afterAll(() => {
    at.remove();
  });

  it('answers over HTTP until SIGTERM, then closes with 0', async () => {
    const running = at.start(['serve', '--port', '0'], { cwd: shop });
    await running.said('API at ');
    running.child.kill('SIGTERM');
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, out: '', err: expect.stringContaining('quarry: closed') });
    expect(ended.err).toContain('all services up (memory)');
  });

  it('a port that is in use: which, and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = await at.run(['serve', '--port', String(port)], { cwd: shop });
    holder.close();
    expectRefusal(refused, 2, `Port ${port}`, 'in use', '--port');
  });

  it('Redis that is gone: where, and every way out', async () => {
    const env = { REDIS_URL: 'redis://user:secret@127.0.0.1:1' };
    const refused = await at.run(['serve', 'retriever'], { cwd: shop, env });
    expectRefusal(
      refused,
      1,
      'redis_unavailable',
      '127.0.0.1:1',
      'redis-server',
      'REDIS_URL',
      'quarry setup --redis',
    );
    expect(refused.err).toContain('quarry serve');
    expect(refused.err).not.toContain('secret');
    expectRefusal(
      await at.run(['ask', 'tax', '--carrier', 'bullmq'], { cwd: shop, env }),
      1,
      'redis_unavailable',
    );
  });

  describeWithRedis('with Redis', () => {
    it('one that throws keys away is refused, with the command that mends it', async () => {
      const redis = await TestRedis.start(['--maxmemory-policy', 'allkeys-lru']);
      try {
        const refused = await at.run(['serve', 'retriever'], { cwd: shop, env: { REDIS_URL: redis.url } });
        expectRefusal(refused, 1, 'redis_policy', `-p ${redis.port} CONFIG SET maxmemory-policy noeviction`);
      } finally {
        await redis.stop();
      }
    });

    it('a question travels over it', async () => {
      const redis = await TestRedis.start();
      try {
        const env = { REDIS_URL: redis.url };
        const asked = await at.run(['ask', 'value added tax', '-q', '--carrier', 'bullmq'], {
          cwd: shop,
          env,
        });
        expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('src/tax.ts') });
      } finally {
        await redis.stop();
      }
    });
  });
});
