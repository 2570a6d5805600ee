import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledPipeline } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import type { Caller } from '../caller';
import { KeyService } from '../key.service';
import { KnownKeys } from '../known-keys';
import { DayBudgets } from './day-budgets';
import type { Portion } from './places';
import { UsageService } from './usage.service';

const PRICES = [{ model: 'm', input: 1, output: 1 }];
const pipeline = (prices: readonly object[] = PRICES): CompiledPipeline =>
  ({ name: 'code', settings: { prices } }) as unknown as CompiledPipeline;
const NONE = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null };

describe('DayBudgets', () => {
  let folder: string;
  let store: RecordStore;
  let usage: UsageService;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-budgets-'));
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    usage = new UsageService(store);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const budgets = (settings: object = {}): DayBudgets =>
    new DayBudgets(readConfig({ dataDir: folder, ...settings }, {}), new KnownKeys(store), usage);
  const caller = async (limits: object): Promise<Caller> => {
    const draft = { name: 'x', tenant: 'acme', role: 'reader', pipelines: null, repositories: null } as const;
    const { info } = await new KeyService(store).create({
      ...draft,
      expiresAt: null,
      limits: { ...NONE, ...limits },
    });
    return { tenant: 'acme', key: info.id, role: 'reader', pipelines: null, repositories: null };
  };
  const spend = (key: string | null, tokens: number, cost = 0): Promise<void> =>
    usage.add({ tenant: 'acme', key: key ?? '', turnId: 't1', endedAt: Date.now(), tokens, cost });

  const portions = async (who: Caller, asked: object = {}, prices: readonly object[] = PRICES) =>
    (await budgets().portions(who, pipeline(prices), asked)).portions;

  it("reserves the question's budget, otherwise 100,000 tokens or their price, or a sixteenth of what is left", async () => {
    const who = await caller({ tokensPerDay: 1_000, costPerDay: 2 });
    await spend(who.key, 400, 0.5);
    const cost: Portion = { left: 1.5, wanted: 0.1 };
    expect(await portions(who)).toEqual({ tokens: { left: 600, wanted: 100_000 }, cost });
    expect(await portions(who, { tokens: 50, seconds: 9 })).toEqual({
      tokens: { left: 600, wanted: 50 },
      cost,
    });
    expect(await portions(await caller({ tokensPerDay: 3_200_000 }))).toEqual({
      tokens: { left: 3_200_000, wanted: 200_000 },
    });
  });

  it('limits cost only for pipelines with prices', async () => {
    const who = await caller({ costPerDay: 2 });
    expect(await portions(who, {}, [])).toEqual({});
  });

  it.each([
    [{ tokensPerDay: 400 }, 'budget of 400 tokens'],
    [{ costPerDay: 0.5 }, 'cost budget of 0.5'],
  ])('rejects a turn when the daily budget is spent: %j', async (limits, words) => {
    const who = await caller(limits);
    await spend(who.key, 400, 0.5);
    await expect(portions(who)).rejects.toMatchObject({
      code: 'budget_spent',
      message: expect.stringContaining(words) as string,
    });
  });

  it("applies the installation's budget to keys without limits, and none to callers without a key", async () => {
    const config = { dayTokens: 100, dayCost: 1, rateLimit: 30, maxTurnsPerKey: 9 };
    const who = await caller({ tokensPerDay: 7 });
    expect(await budgets(config).limits(who)).toEqual({
      requestsPerMinute: 30,
      tokensPerDay: 7,
      costPerDay: 1,
      turnsAtOnce: 9,
    });
    expect(await budgets(config).limits({ ...who, key: 'env_x' })).toMatchObject({ tokensPerDay: 100 });
    expect(await budgets(config).limits({ ...who, key: null })).toEqual(NONE);
    expect(await budgets(config).portions({ ...who, key: null }, pipeline())).toEqual({
      portions: {},
      spent: null,
    });
    expect(await budgets({ rateLimit: 0 }).limits(who)).toMatchObject({ requestsPerMinute: null });
  });
});
