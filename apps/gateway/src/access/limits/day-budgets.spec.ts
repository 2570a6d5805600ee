import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledPipeline } from '@quarry/pipeline';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import type { Caller } from '../caller';
import { KeyDesk } from '../key-desk';
import { KnownKeys } from '../known-keys';
import { DayBudgets } from './day-budgets';
import { UsageDesk } from './usage-desk';

const PRICES = [{ model: 'm', input: 1, output: 1 }];
const pipeline = (prices: readonly object[] = PRICES): CompiledPipeline =>
  ({ name: 'code', settings: { prices } }) as unknown as CompiledPipeline;
const NONE = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };

describe('DayBudgets', () => {
  let folder: string;
  let store: RecordStore;
  let usage: UsageDesk;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-budgets-'));
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    usage = new UsageDesk(store);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const budgets = (settings: object = {}): DayBudgets =>
    new DayBudgets(readConfig({ dataDir: folder, ...settings }, {}), new KnownKeys(store), usage);
  const caller = async (limits: object): Promise<Caller> => {
    const draft = { name: 'x', tenant: 'acme', role: 'reader', pipelines: null, repositories: null } as const;
    const { info } = await new KeyDesk(store).create({
      ...draft,
      expiresAt: null,
      limits: { ...NONE, ...limits },
    });
    return { tenant: 'acme', key: info.id, role: 'reader', pipelines: null, repositories: null };
  };
  const spend = (key: string | null, tokens: number, cost = 0): Promise<void> =>
    usage.add({ tenant: 'acme', key: key ?? '', turnId: 't1', endedAt: Date.now(), tokens, cost });

  it('lets a turn spend what is left of the day, or less where it asks for less', async () => {
    const who = await caller({ tokensPerDay: 1_000, costPerDay: 2 });
    await spend(who.key, 400, 0.5);
    expect(await budgets().allowed(who, pipeline())).toEqual({ tokens: 600, cost: 1.5 });
    expect(await budgets().allowed(who, pipeline(), { tokens: 50, seconds: 9 })).toEqual({
      tokens: 50,
      cost: 1.5,
      seconds: 9,
    });
    expect(await budgets().allowed(who, pipeline(), { tokens: 5_000 })).toMatchObject({ tokens: 600 });
  });

  it('bounds the money of pipelines alone that have prices', async () => {
    const who = await caller({ costPerDay: 2 });
    expect(await budgets().allowed(who, pipeline([]))).toEqual({});
  });

  it.each([
    [{ tokensPerDay: 400 }, '400 tokens'],
    [{ costPerDay: 0.5 }, '0.5 of money'],
  ])('refuses a turn once the day is spent: %j', async (limits, words) => {
    const who = await caller(limits);
    await spend(who.key, 400, 0.5);
    await expect(budgets().allowed(who, pipeline())).rejects.toMatchObject({
      code: 'budget_spent',
      message: expect.stringContaining(words) as string,
    });
  });

  it("takes the installation's budget for keys that say nothing, and none for callers without a key", async () => {
    const config = { dayTokens: 100, dayCost: 1, rateLimit: 30 };
    const who = await caller({ tokensPerDay: 7 });
    expect(await budgets(config).limits(who)).toEqual({
      requestsPerMinute: 30,
      tokensPerDay: 7,
      costPerDay: 1,
    });
    expect(await budgets(config).limits({ ...who, key: 'env_x' })).toMatchObject({ tokensPerDay: 100 });
    expect(await budgets(config).limits({ ...who, key: null })).toEqual(NONE);
    expect(await budgets(config).allowed({ ...who, key: null }, pipeline())).toEqual({});
    expect(await budgets({ rateLimit: 0 }).limits(who)).toMatchObject({ requestsPerMinute: null });
  });
});
