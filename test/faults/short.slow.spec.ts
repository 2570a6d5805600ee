import { describeWithRedis } from '../redis/redis-server';
import { redisKilled, redisPowerLost, someWorkersKilled } from './fault-kinds';
import { SEED, SERVICES, WAY, type Crash } from './fault-plan';
import { randomFrom } from '../sample';
import { FaultStage, type FaultRun, type FaultRunOptions } from './fault-run';
import { judge, type Verdict } from './fault-verdict';

const TURNS = 200;
const KILLS = 10;

/** What of the fault runs every test run does; `long.proof.spec.ts` and `mixed.proof.spec.ts` are the long form. */
describeWithRedis('the short form of the fault runs', () => {
  test('workers killed, some right after their work or their commit: nothing is lost or doubled', async () => {
    const slots = Array.from({ length: 4 }, () => SERVICES);
    const options = { turns: TURNS, perSecond: 1_000, slots, crashes: crashes(randomFrom(SEED)) };
    const { figures, violations, deaths } = await outcomeOf('workers killed (-9)', options, [
      someWorkersKilled(KILLS),
    ]);
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ accepted: TURNS, ended: TURNS, lost: 0, doubled: 0, hopsDoubled: 0 });
    expect(figures.outcomes).toEqual({ answered: TURNS });
    expect(deaths).toBeGreaterThanOrEqual(KILLS);
    expect(figures.extraModelCalls).toBeGreaterThan(0);
  }, 240_000);

  test('Redis killed, and robbed of its power and its last second: nothing is lost or doubled', async () => {
    const options = { turns: 60, perSecond: 20, slots: [SERVICES, SERVICES] };
    const faults = [redisKilled(0.3), redisPowerLost(0.7)];
    const { figures, violations } = await outcomeOf(
      'Redis killed (-9), then its power lost',
      options,
      faults,
    );
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ accepted: 60, ended: 60, lost: 0, doubled: 0, hopsDoubled: 0 });
    // The commits of the second that was cut away were made again.
    expect(figures.extraModelCalls).toBeGreaterThan(0);
  }, 240_000);
});

async function outcomeOf(
  fault: string,
  options: Omit<FaultRunOptions, 'seed'>,
  faults: readonly ((run: FaultRun) => Promise<void>)[],
): Promise<Verdict & { readonly deaths: number }> {
  const stage = await FaultStage.open({ ...options, seed: SEED });
  try {
    const run = await stage.run(...faults);
    return {
      ...(await judge(run, `${fault}, ${options.turns} turns × 8 hops`)),
      deaths: run.pool.deaths.size,
    };
  } finally {
    await stage.close();
  }
}

/** Hops at whose first attempt the process dies, at the two points that hurt most. */
function crashes(random: () => number): Crash[] {
  const points = ['after work', 'after commit', 'after work', 'after commit'] as const;
  return points.map((point) => ({
    turnId: `turn-${Math.floor(random() * TURNS)}`,
    v: Math.floor(random() * WAY.length),
    point,
  }));
}
