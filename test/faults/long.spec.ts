import { redisFull, redisKilled, redisPowerLost, workerFrozen, workersKilled } from './fault-kinds';
import { SEED } from './fault-plan';
import { FaultStage, type FaultRun } from './fault-run';
import { judge } from './fault-verdict';
import { describeLong } from './describe-long';

const TURNS = 300;

/** Each fault by itself, over the queues of seven services in processes of their own. `mixed.spec.ts` mixes them. */
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
      const violations = await violationsOf(fault, faults);
      expect(violations).toEqual([]);
    },
    600_000,
  );
});

async function violationsOf(
  fault: string,
  faults: readonly ((run: FaultRun) => Promise<void>)[],
): Promise<readonly string[]> {
  const stage = await FaultStage.open({ turns: TURNS, perSecond: 20, seed: SEED });
  try {
    const run = await stage.run(...faults);
    return (await judge(run, `${fault}, ${TURNS} turns × 8 hops`)).violations;
  } finally {
    await stage.close();
  }
}
