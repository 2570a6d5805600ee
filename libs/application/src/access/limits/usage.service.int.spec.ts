import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { UsageService, type SpentTurn } from './usage.service';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const TURN: SpentTurn = { tenant: 'acme', key: 'k1', turnId: 't1', endedAt: NOON, tokens: 100, cost: 0.1 };

describe('UsageService', () => {
  let folder: string;
  let store: RecordStore;
  let usage: UsageService;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-usage-'));
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    usage = new UsageService(store);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it("sums the usage of a key's turns on a day and counts each turn once, whichever gateway counts it", async () => {
    const other = new UsageService(openRecordStore(`sqlite:${join(folder, 'records.db')}`));
    const turns = Array.from({ length: 20 }, (_, i) => ({ ...TURN, turnId: `t${i}` }));
    await Promise.all([...turns, ...turns].map((turn, i) => (i % 2 === 0 ? usage : other).add(turn)));
    expect(await usage.today('acme', 'k1', NOON)).toEqual({
      day: '2026-11-22',
      tokens: 2_000,
      cost: 2,
      turns: 20,
    });
  });

  it('separates keys and tenants', async () => {
    await usage.add(TURN);
    for (const [tenant, key] of [
      ['acme', 'k2'],
      ['rival', 'k1'],
    ] as const)
      expect((await usage.today(tenant, key, NOON)).tokens).toBe(0);
  });

  it('starts at zero each day, and ignores a late turn of the previous day', async () => {
    await usage.add(TURN);
    expect((await usage.today('acme', 'k1', NOON + DAY_MS)).tokens).toBe(0);
    await usage.add({ ...TURN, turnId: 't2', endedAt: NOON + DAY_MS, tokens: 7 });
    await usage.add({ ...TURN, turnId: 't3' });
    await usage.add(TURN);
    expect(await usage.today('acme', 'k1', NOON + DAY_MS)).toMatchObject({ tokens: 7, turns: 1 });
  });

  it('survives a restart of the process', async () => {
    await usage.add(TURN);
    await store.close();
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    expect((await new UsageService(store).today('acme', 'k1', NOON)).tokens).toBe(100);
  });
});
