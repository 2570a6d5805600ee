import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnView } from '@quarry/engine';
import type { CompiledPipeline } from '@quarry/pipeline';
import { readConfig, type QuarryConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { TestClock } from '@quarry/turn/testing';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Caller } from '../caller';
import { KnownKeys } from '../known-keys';
import { DayBudgets } from './day-budgets';
import { TurnPlaces } from './turn-places';
import { UsageService } from './usage.service';

const FULL = { code: 'too_many_turns', retryable: true };
const PIPELINE = {
  name: 'code',
  settings: { prices: [{ model: 'm', input: 1, output: 1 }], deadline_seconds: 60 },
} as unknown as CompiledPipeline;
const CALLER: Caller = { tenant: 'acme', key: 'k1', role: 'reader', pipelines: null, repositories: null };
const NOBODY: Caller = { ...CALLER, key: null };

let folder: string;
let store: RecordStore;
let usage: UsageService;
let made: TurnPlaces[];
/** Ended turns by id, with the key that asked them. */
let ended: Map<string, string | null>;
/** Share of Redis' memory in use. */
let memory: number | null;
let clock: TestClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-places-'));
  store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
  usage = new UsageService(store);
  made = [];
  ended = new Map();
  memory = null;
  clock = TestClock.stopped();
});
afterEach(async () => {
  for (const places of made) places.onModuleDestroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

function placesOf(settings: Partial<QuarryConfig> = {}): TurnPlaces {
  const config = readConfig({ dataDir: folder, ...settings }, {});
  const read = async (id: string): Promise<TurnView | null> => {
    const key = ended.get(id);
    if (key === undefined) return null;
    return { status: 'ended', turn: { id, options: { key: key ?? undefined } } } as unknown as TurnView;
  };
  const carrier = { read, memoryRatio: async () => memory };
  const budgets = new DayBudgets(config, new KnownKeys(store), usage);
  const places = new TurnPlaces(config, budgets, carrier, clock);
  made.push(places);
  return places;
}

const take = (places: TurnPlaces, turnId: string, caller = CALLER, budget = {}) =>
  places.take(caller, PIPELINE, { turnId, budget });

/** Asks `turns` turns concurrently. Returns those that get a place. */
async function burst(many: readonly TurnPlaces[], turns: number, caller = CALLER): Promise<string[]> {
  const tries = await Promise.allSettled(
    Array.from({ length: turns }, async (_, i) => {
      const places = many[i % many.length];
      if (places) await take(places, `b${i}`, caller);
      return `b${i}`;
    }),
  );
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(FULL);
  return tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

function conform(start: () => Partial<QuarryConfig>): void {
  it('limits the places of a key under concurrent requests, and reuses each freed place once', async () => {
    const both = [placesOf({ ...start(), maxTurnsPerKey: 5 }), placesOf({ ...start(), maxTurnsPerKey: 5 })];
    const many = start().carrier === 'bullmq' ? both : both.slice(0, 1);
    const [one, other = one] = many as [TurnPlaces, TurnPlaces?];
    const [first = ''] = await burst(many, 40);
    await expect(take(one, 'more')).rejects.toMatchObject(FULL);
    await take(one, 'of another', { ...CALLER, key: 'k2' });
    await other.free('k1', first);
    await other.free('k1', first);
    await take(one, 'next');
    await expect(take(other, 'last')).rejects.toMatchObject(FULL);
  });

  it('limits places in total, including those of callers without a key', async () => {
    const places = placesOf({ ...start(), maxTurns: 6, maxTurnsPerKey: 4 });
    expect(await burst([places], 10, NOBODY)).toHaveLength(6);
    await expect(take(places, 'k', { ...CALLER, key: 'k3' })).rejects.toMatchObject({
      ...FULL,
      message: expect.stringContaining('6 running turns') as string,
    });
  });

  it('immediately passes the place of a turn that has just ended to the next one', async () => {
    const places = placesOf({ ...start(), maxTurnsPerKey: 1 });
    await take(places, 'e1');
    await expect(take(places, 'e2')).rejects.toMatchObject(FULL);
    ended.set('e1', 'k1');
    await take(places, 'e2');
    await expect(take(places, 'e3')).rejects.toMatchObject(FULL);
  });

  it('has one place for a turn that asks again, as after a late reply', async () => {
    const places = placesOf({ ...start(), maxTurns: 2, maxTurnsPerKey: 1 });
    await take(places, 'r1');
    await take(places, 'r1');
    await take(places, 'r2', NOBODY);
    await take(places, 'r2', NOBODY);
    await expect(take(places, 'r3', NOBODY)).rejects.toMatchObject(FULL);
    await places.free('k1', 'r1');
    await take(places, 'r3', NOBODY);
  });

  it('never rejects a turn because of ended turns, however many are asked concurrently', async () => {
    const places = placesOf({ ...start(), maxTurns: 40 });
    // Their ids sort before those of the burst, as their times do: all turns may be asked in the same millisecond.
    for (let i = 0; i < 40; i++) {
      await take(places, `a${i}`, NOBODY);
      ended.set(`a${i}`, null);
    }
    expect(await burst([places], 41, NOBODY)).toHaveLength(40);
  });

  it('frees ended turns on demand, but those of a key with a daily budget only after they are counted', async () => {
    const places = placesOf({ ...start(), maxTurns: 1, dayTokens: 1_000 });
    await take(places, 'f1', NOBODY);
    ended.set('f1', null);
    await take(places, 'f2');
    ended.set('f2', 'k1');
    await expect(take(places, 'f3', NOBODY)).rejects.toMatchObject(FULL);
    await places.free('k1', 'f2');
    await take(places, 'f3', NOBODY);
  });

  it('reserves the daily budget for concurrent turns: never more than is left', async () => {
    const places = placesOf({ ...start(), dayTokens: 250_000, dayCost: 1 });
    expect(await take(places, 'd1')).toEqual({ tokens: 100_000, cost: 0.1 });
    expect(await take(places, 'd2', CALLER, { tokens: 130_000, seconds: 5 })).toEqual({
      tokens: 130_000,
      cost: 0.1,
      seconds: 5,
    });
    expect(await take(places, 'd3')).toEqual({ tokens: 20_000, cost: 0.1 });
    await expect(take(places, 'd4')).rejects.toMatchObject(FULL);
    // A turn that is counted before its place is freed briefly counts twice, but never zero times.
    await usage.add({ tenant: 'acme', key: 'k1', turnId: 'd1', endedAt: Date.now(), tokens: 4_000, cost: 0 });
    await places.free('k1', 'd1');
    expect(await take(places, 'd4')).toEqual({ tokens: 96_000, cost: 0.1 });
    for (const id of ['d2', 'd3', 'd4']) await places.free('k1', id);
    await usage.add({
      tenant: 'acme',
      key: 'k1',
      turnId: 'd2',
      endedAt: Date.now(),
      tokens: 246_000,
      cost: 0,
    });
    await expect(take(places, 'd5')).rejects.toMatchObject({ code: 'budget_spent' });
  });

  it('reserves no more than is left when many turns are asked concurrently', async () => {
    const places = placesOf({ ...start(), dayTokens: 1_000_000 });
    const budgets = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => take(places, `s${i}`)));
    const given = budgets.flatMap((one) => (one.status === 'fulfilled' ? [one.value.tokens ?? 0] : []));
    expect(given.reduce((sum, tokens) => sum + tokens, 0)).toBe(1_000_000);
    expect(given).toHaveLength(10);
  });
}

describe('TurnPlaces of one process', () => {
  conform(() => ({}));

  it('starts no turn when Redis is low on memory, and resumes when memory is free again', async () => {
    const places = placesOf();
    memory = 0.69;
    await take(places, 't1');
    memory = 0.7;
    clock.pass(600);
    await expect(take(places, 't2')).rejects.toMatchObject({ code: 'redis_unavailable', retryable: true });
    memory = 0.5;
    clock.pass(600);
    await take(places, 't2');
  });

  it('frees a place that was never freed, once the turn is certainly over', async () => {
    const places = placesOf({ maxTurnsPerKey: 1 });
    await take(places, 'gone');
    clock.pass(179_999);
    await expect(take(places, 'next')).rejects.toMatchObject(FULL);
    clock.pass(1);
    await take(places, 'next');
  });
});

describeWithRedis('TurnPlaces of several gateways', () => {
  let redis: TestRedis;
  let runs = 0;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());
  beforeEach(() => {
    runs += 1;
  });

  const shared = (): Partial<QuarryConfig> => ({
    carrier: 'bullmq',
    redisUrl: redis.url,
    redisPrefix: `places:${runs}`,
  });
  conform(shared);

  it('leave only expiring keys of their installation in Redis', async () => {
    const places = placesOf(shared());
    await take(places, 't1');
    await take(places, 't2', NOBODY);
    const client = redis.client();
    const keys = await client.keys(`{places:${runs}}*`);
    expect(keys.toSorted()).toEqual([`{places:${runs}}:places`, `{places:${runs}}:places:k1`]);
    for (const key of keys) {
      const left = await client.pttl(key);
      expect(left).toBeGreaterThan(100_000);
      expect(left).toBeLessThan(181_000);
    }
    await places.free('k1', 't1');
    await places.free(null, 't2');
    expect(await client.keys(`{places:${runs}}*`)).toEqual([]);
    client.disconnect();
  });

  it('admit turns during a Redis outage: the carrier rejects them and reports why', async () => {
    const away = await TestRedis.start();
    const places = placesOf({ ...shared(), redisUrl: away.url, dayTokens: 500 });
    await away.stop();
    expect(await take(places, 't1')).toEqual({ tokens: 500 });
  });
});
