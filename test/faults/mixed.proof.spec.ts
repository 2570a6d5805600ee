import { redisFull, redisKilled, redisPowerLost, workerFrozen, workersKilled } from './fault-kinds';
import { SEED } from './fault-plan';
import { FaultStage } from './fault-run';
import { judge } from './fault-verdict';
import { describeLong } from './describe-long';

/** Turns of this run, as `./quarry test --faults --turns N` sets them. */
const TURNS = Number(process.env.QUARRY_FAULT_TURNS ?? '2000');
/** At this rate 2,000 turns take 100 s, which is 50 kills. */
const PER_SECOND = 20;
const LEAST_KILLS = 40;

describeLong('all faults mixed', () => {
  test(
    `${TURNS} turns × 8 hops, over the queues of seven services in processes of their own`,
    async () => {
      const stage = await FaultStage.open({ turns: TURNS, perSecond: PER_SECOND, seed: SEED });
      try {
        const run = await stage.run(
          workersKilled(TURNS >= 2_000 ? LEAST_KILLS : 0),
          ...[0.15, 0.55, 0.8].map((share) => workerFrozen(share)),
          redisKilled(0.3),
          redisFull(0.45),
          redisPowerLost(0.65),
        );
        const kills = run.pool.deaths.size;
        const what = `${kills} kills of workers, 3 frozen, Redis killed, full, and robbed of its power`;
        const { figures, violations } = await judge(run, `${what}, ${TURNS} turns × 8 hops`);
        expect(violations).toEqual([]);
        expect(figures).toMatchObject({ accepted: TURNS, ended: TURNS, lost: 0, doubled: 0, hopsDoubled: 0 });
        if (TURNS >= 2_000) expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS);
      } finally {
        await stage.close();
      }
    },
    180_000 + TURNS * 600,
  );
});
