import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBullmqCarrier, type Carrier } from '@quarry/engine';
import { openTurn, type Evidence, type TurnEvent } from '@quarry/turn';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { auditKeys, auditTurns, type TurnsAudit } from './audit';
import { report } from './figures';
import { randomFrom, type Crash, type ProcessSettings } from './fault-plan';
import { WorkerPool } from './worker-pool';

const TURNS = 200;
const PROCESSES = 4;
const KILLS = 10;
const SEED = 20_251_121;
const WAY = ['router', 'retriever', 'graph', 'answerer', 'guard', 'retriever', 'answerer', 'history'];
/** Bad luck may kill one hop several times; this run is about losing and doubling, not about poison. */
const LIMITS = { maxAttempts: 10 };
const BASE = '{quarry:0}';

describeWithRedis('short fault run', () => {
  let redis: TestRedis;
  let client: Redis;
  let folder: string;
  let carrier: Carrier;
  let pool: WorkerPool;
  const logs = new Map<string, TurnEvent[]>();
  let exits: (number | null)[] = [];

  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
    folder = await mkdtemp(join(tmpdir(), 'quarry-faults-'));
    carrier = createBullmqCarrier({ redisUrl: redis.url, limits: LIMITS, onError: () => undefined });
    await runTurns();
  }, 90_000);

  afterAll(async () => {
    pool.abandon();
    await carrier.close();
    client.disconnect();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** 200 turns over four processes, killed one after another as the work goes on. */
  async function runTurns(): Promise<void> {
    const random = randomFrom(SEED);
    const ids = Array.from({ length: TURNS }, (_, n) => `turn-${n}`);
    const settings: ProcessSettings = {
      redisUrl: redis.url,
      limits: LIMITS,
      folder,
      way: WAY,
      crashes: crashes(ids, random),
    };
    let commits = 0;
    let kills = 0;
    pool = new WorkerPool(PROCESSES, settings, () => {
      commits++;
      const due = Math.floor((commits * (KILLS + 1)) / (TURNS * WAY.length));
      if (due > kills && kills < KILLS && pool.kill(random())) kills++;
    });
    await pool.start();
    await Promise.all(
      ids.map(async (id) => {
        const askedAt = Date.now();
        const turn = openTurn({
          ...{ id, tenant: 'acme', session: 's', pipeline: 'code@0', question: 'Where?', isEnglish: true },
          ...{ askedAt, deadline: askedAt + 600_000 },
        });
        await carrier.start(turn, { service: WAY[0] ?? '', step: 'step_0' }, `key-${id}`);
        const log: TurnEvent[] = [];
        for await (const event of carrier.events(id)) log.push(event);
        logs.set(id, log);
      }),
    );
    // A job whose worker died after the last commit is found, refused and removed.
    while ((await jobKeys()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    exits = await pool.stop();
  }

  function jobKeys(): Promise<string[]> {
    return client.keys(`${BASE}:*:turn-*-*`);
  }

  async function ledger(kind: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const file of (await readdir(folder)).filter((name) => name.startsWith('ledger-'))) {
      for (const line of (await readFile(join(folder, file), 'utf8')).split('\n')) {
        const [what, id, v] = line.split(' ');
        if (what === kind) counts.set(`${id} ${v}`, (counts.get(`${id} ${v}`) ?? 0) + 1);
      }
    }
    return counts;
  }

  test('workers were killed, and hops interrupted', async () => {
    expect(pool.deaths).toBeGreaterThanOrEqual(KILLS);
    const executed = [...(await ledger('executed')).values()].reduce((sum, count) => sum + count, 0);
    expect(executed).toBeGreaterThan(TURNS * WAY.length);
  });

  test('I1, I4: none is lost, none is finished twice; event ids grow strictly, and the replay is what was seen live', async () => {
    const audit: TurnsAudit = await auditTurns(carrier, logs, { hops: WAY.length });
    const executed = [...(await ledger('executed')).values()].reduce((sum, count) => sum + count, 0);
    const hopsDoubled = [...(await ledger('committed')).values()].filter((count) => count > 1).length;
    const { accepted, ended, lost, doubled, streamGaps, violations } = audit;
    report({
      fault: `${pool.deaths} workers killed (-9)`,
      ...{ accepted, ended, lost, doubled, hopsDoubled, streamGaps },
      ...{ extraModelCalls: executed - TURNS * WAY.length, streamsResumed: 0, recoveryMs: null },
    });
    expect(violations).toEqual([]);
    expect(accepted).toBe(TURNS);
    for (const id of logs.keys())
      expect((await carrier.read(id))?.turn.end).toEqual({ outcome: 'answered', reason: 'done' });
  });

  test('I2, I3: every version was committed once, in order', async () => {
    const expected = WAY.map((service, v) => `${service} ${v}`);
    for (const id of logs.keys()) {
      const view = await carrier.read(id);
      expect(view?.v).toBe(WAY.length);
      expect(view?.turn.evidence.map((item) => item.text)).toEqual(expected);
    }
    for (const count of (await ledger('committed')).values()) expect(count).toBe(1);
  });

  test('I5: one history row a turn, and it is what the turn ended with', async () => {
    const rows = (await readdir(folder)).filter((name) => /^row-.*\.json$/.test(name));
    expect(rows).toHaveLength(TURNS);
    for (const id of logs.keys()) {
      const row = JSON.parse(await readFile(join(folder, `row-${id}.json`), 'utf8')) as Evidence[];
      expect(row).toEqual((await carrier.read(id))?.turn.evidence);
    }
  });

  test('I8, I9: every key of a turn has a TTL, no job is left, and nothing is due', async () => {
    expect(await auditKeys(client)).toEqual([]);
  });

  test('workers that are asked to close end by themselves', () => {
    expect(exits).toEqual(Array.from({ length: PROCESSES }, () => 0));
  });
});

/** Hops at whose first attempt the process dies, at the two points that hurt most. */
function crashes(ids: readonly string[], random: () => number): Crash[] {
  const points = ['after work', 'after commit', 'after work', 'after commit'] as const;
  return points.map((point) => ({
    turnId: ids[Math.floor(random() * ids.length)] ?? '',
    v: Math.floor(random() * WAY.length),
    point,
  }));
}
