import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, KnownKeys } from '@quarry/application/access';
import { type QuarryConfig, readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import type { Request } from 'express';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { RateLimits } from './rate-limits';

const CALLER: Caller = { tenant: 'acme', key: 'k1', role: 'reader', pipelines: null, repositories: null };
const LIMITED = { code: 'rate_limited', retryable: true };

let folder: string;
let store: RecordStore;
let open: RateLimits[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-rates-'));
  store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
  open = [];
});
afterEach(async () => {
  for (const rates of open) rates.onModuleDestroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

function limits(settings: Partial<QuarryConfig> = {}): RateLimits {
  const config = readConfig({ dataDir: folder, ...settings }, {});
  const rates = new RateLimits(config, new KnownKeys(store));
  open.push(rates);
  return rates;
}

/** A request from an address, and the headers that its response is given. */
function from(ip: string): { request: Request; headers: Map<string, unknown> } {
  const headers = new Map<string, unknown>();
  const res = { setHeader: (name: string, value: unknown) => headers.set(name, value) };
  return { request: { ip, res } as unknown as Request, headers };
}

describe('RateLimits', () => {
  it('counts the requests of a key, says what is left, and refuses those beyond', async () => {
    const rates = limits({ rateLimit: 2 });
    const { request, headers } = from('192.0.2.1');
    await rates.take(CALLER, request);
    expect(headers.get('RateLimit-Policy')).toBe('"requests";q=2;w=60');
    expect(headers.get('RateLimit')).toBe('"requests";r=1;t=60');
    await rates.take(CALLER, request);
    await expect(rates.take(CALLER, request)).rejects.toMatchObject(LIMITED);
    expect(headers.get('RateLimit')).toMatch(/^"requests";r=0;t=\d\d$/);
    expect(headers.get('Retry-After')).toBeGreaterThan(50);
    await rates.take({ ...CALLER, key: 'k2' }, request);
  });

  it('limits nobody where nothing is to be limited', async () => {
    const { request, headers } = from('192.0.2.1');
    for (let i = 0; i < 5; i++) {
      await limits({ rateLimit: 1 }).take({ ...CALLER, key: null }, request);
      await limits({ rateLimit: 0 }).take(CALLER, request);
    }
    expect(headers.size).toBe(0);
  });

  it('looks at no credential of an address that was wrong too often, but for those that held lately', async () => {
    const rates = limits({ failedAttempts: 3 });
    const { request, headers } = from('192.0.2.1');
    let looks = 0;
    const look = (found: string | null) => async () => ((looks += 1), found);
    expect(await rates.guarded(request, 'good', look('me'))).toBe('me');
    for (let i = 0; i < 3; i++) expect(await rates.guarded(request, `guess ${i}`, look(null))).toBeNull();
    await expect(rates.guarded(request, 'guess 4', look('hit'))).rejects.toMatchObject(LIMITED);
    expect(headers.get('Retry-After')).toBeGreaterThan(50);
    expect(looks).toBe(4);
    expect(await rates.guarded(request, 'good', look('me'))).toBe('me');
    expect(await rates.guarded(from('192.0.2.2').request, 'guess 5', look('hit'))).toBe('hit');
  });

  it('counts attempts that come all at once', async () => {
    const rates = limits({ failedAttempts: 3 });
    const { request } = from('192.0.2.1');
    let looks = 0;
    const tries = Array.from({ length: 50 }, (_, i) =>
      rates.guarded(request, `guess ${i}`, async () => ((looks += 1), null)),
    );
    const ended = await Promise.allSettled(tries);
    expect(looks).toBe(3);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(47);
  });

  it('counts good credentials and failing stores against nobody', async () => {
    const rates = limits({ failedAttempts: 2 });
    const { request } = from('192.0.2.1');
    for (let i = 0; i < 10; i++) {
      expect(await rates.guarded(request, `key ${i}`, async () => 'me')).toBe('me');
      const away = rates.guarded(request, `other ${i}`, () => Promise.reject(new Error('away')));
      await expect(away).rejects.toThrow('away');
    }
  });
});

describeWithRedis('RateLimits of several gateways', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  const shared = (): RateLimits =>
    limits({ carrier: 'bullmq', redisUrl: redis.url, redisPrefix: 'limits:1', rateLimit: 10 });

  it('count together, under keys of their installation that expire', async () => {
    const [one, other] = [shared(), shared()];
    const { request, headers } = from('192.0.2.1');
    const client = redis.client();
    for (let tries = 0; tries < 50 && !(await client.exists('{limits:1}:rate:warm')); tries++)
      await Promise.all(
        [one, other].map((rates) => rates.take({ ...CALLER, key: 'warm' }, request).catch(() => null)),
      );
    for (let i = 0; i < 5; i++) for (const rates of [one, other]) await rates.take(CALLER, request);
    for (const rates of [one, other])
      await expect(rates.take(CALLER, request)).rejects.toMatchObject(LIMITED);
    expect(headers.get('Retry-After')).toBeGreaterThan(0);
    const keys = await client.keys('*');
    expect(keys).toContain('{limits:1}:rate:k1');
    for (const key of keys) {
      expect(key).toMatch(/^\{limits:1\}:/);
      expect(await client.pttl(key)).toBeGreaterThan(0);
    }
    client.disconnect();
  });

  it('count each by itself while Redis is away', async () => {
    const away = await TestRedis.start();
    const rates = limits({ carrier: 'bullmq', redisUrl: away.url, rateLimit: 2 });
    await away.kill();
    const { request } = from('192.0.2.1');
    for (let i = 0; i < 2; i++) await rates.take(CALLER, request);
    await expect(rates.take(CALLER, request)).rejects.toMatchObject(LIMITED);
    await away.stop();
  });
});
