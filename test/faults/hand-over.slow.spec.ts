import { describeWithRedis } from '../redis/redis-server';
import { randomFrom } from '../sample';
import { queuesPaused, someWorkersKilled } from './fault-kinds';
import { SEED, SERVICES, WAY, type Break, type Crash } from './fault-plan';
import { FaultStage } from './fault-run';
import { judge } from './fault-verdict';

const TURNS = 240;
const KILLS = 6;
const CRASHES = 10;
const BREAKS = 40;

/** Workers of all services, which hand turns over by themselves, beside workers of one service. */
const SLOTS = [SERVICES, SERVICES, ...SERVICES.map((service) => [service]), SERVICES];
/** As workers of the version before: every hop of this process goes through a queue. */
const QUEUED = SLOTS.length - 1;

describeWithRedis('hand-overs within a process, during faults', () => {
  test('both kinds of workers, processes that die right after a hand-over, hops that throw, queues that an operator pauses: nothing is lost or doubled', async () => {
    const random = randomFrom(SEED);
    const hop = (): { turnId: string; v: number } => ({
      turnId: `turn-${Math.floor(random() * TURNS)}`,
      v: Math.floor(random() * WAY.length),
    });
    const crashes = Array.from({ length: CRASHES }, (): Crash => ({ ...hop(), point: 'after commit' }));
    const breaks = Array.from({ length: BREAKS }, (): Break => ({ ...hop(), times: 2 }));
    const stage = await FaultStage.open({
      ...{ turns: TURNS, perSecond: 40, seed: SEED, slots: SLOTS, queuedSlots: [QUEUED], crashes, breaks },
    });
    try {
      const run = await stage.run(someWorkersKilled(KILLS), queuesPaused(SERVICES));
      const { figures, violations } = await judge(
        run,
        `workers of all services and of one, killed, some right after a hand-over; hops throw; queues pause, ${TURNS} turns × 8 hops`,
      );
      expect(violations).toEqual([]);
      expect(figures).toMatchObject({ accepted: TURNS, ended: TURNS, lost: 0, doubled: 0, hopsDoubled: 0 });
      expect(figures.outcomes).toEqual({ answered: TURNS });
      expect(run.pool.deaths.size).toBeGreaterThan(KILLS);
      // Two more attempts for each hop that threw, if no kill hid one.
      expect(figures.extraModelCalls).toBeGreaterThan(BREAKS);
    } finally {
      await stage.close();
    }
  }, 300_000);
});
