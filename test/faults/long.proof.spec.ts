import {
  redisFull,
  redisKilled,
  redisPowerLost,
  someWorkersKilled,
  workerFrozen,
  workersKilled,
} from './fault-kinds';
import { SEED, SERVICES } from './fault-plan';
import { FaultStage, type FaultRun, type FaultRunOptions } from './fault-run';
import { judge, type Verdict } from './fault-verdict';
import { describeLong } from './describe-long';

const TURNS = 300;
const KILLS = 48;

/** Each fault by itself, over the queues of seven services in processes of their own. `mixed.proof.spec.ts` mixes them. */
describeLong('the long form of the fault runs', () => {
  test.each([
    ['a worker killed (-9) every 2 s', [workersKilled()]],
    ['Redis killed (-9), and started again', [redisKilled(0.4)]],
    ['Redis lost its power, and the last second with it', [redisPowerLost(0.4)]],
    ['workers frozen for 9 s', [workerFrozen(0.1), workerFrozen(0.4), workerFrozen(0.7)]],
    ['Redis at its memory limit for 8 s', [redisFull(0.3)]],
  ])(
    '%s',
    async (fault, faults) => {
      const { violations } = await verdictOn(fault, { perSecond: 20 }, faults);
      expect(violations).toEqual([]);
    },
    600_000,
  );

  test(`${KILLS} kills while all ${TURNS} turns run in four processes: none ends as poison`, async () => {
    const slots = Array.from({ length: 4 }, () => SERVICES);
    const fault = `${KILLS} times, one of four workers killed (-9) that have all turns in hand`;
    const { violations, figures } = await verdictOn(fault, { perSecond: 1_000, slots }, [
      someWorkersKilled(KILLS),
    ]);
    expect(violations).toEqual([]);
    expect(figures.outcomes).toEqual({ answered: TURNS });
  }, 600_000);
});

async function verdictOn(
  fault: string,
  options: Pick<FaultRunOptions, 'perSecond' | 'slots'>,
  faults: readonly ((run: FaultRun) => Promise<void>)[],
): Promise<Verdict> {
  const stage = await FaultStage.open({ turns: TURNS, seed: SEED, ...options });
  try {
    const run = await stage.run(...faults);
    return await judge(run, `${fault}, ${TURNS} turns × 8 hops`);
  } finally {
    await stage.close();
  }
}
