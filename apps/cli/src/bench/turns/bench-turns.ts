import type { TurnPlan } from './plan';
import { runRound, type Round } from './round';
import { openSide, type ServingProcesses, type Side, type SideName } from './sides';
import { silenceLogs } from '../../logs';
import type { Terminal } from '../../terminal';

/** One kind of load on the sides. */
export interface Load {
  readonly plan: TurnPlan;
  readonly inFlight: number;
  /** Ended turns that the carrier still stores. */
  readonly stored: number;
}

export interface BenchTurnsOptions extends ServingProcesses {
  readonly sides: readonly SideName[];
  readonly loads: readonly Load[];
  readonly rounds: number;
  /** Maximum turns and milliseconds of one side in one round. */
  readonly turns: number;
  readonly forMs: number;
}

/** One load, with the rounds of each side. */
export interface MeasuredLoad extends Load {
  readonly sides: readonly MeasuredSide[];
}

export interface MeasuredSide {
  readonly side: SideName;
  readonly rounds: readonly Round[];
  /** Round trips to Redis per hop, counted by Redis in separate, untimed turns; null without Redis. */
  readonly roundTrips: number | null;
}

/** Number of turns whose requests are counted. */
const COUNTED_TURNS = 8;

/** Warm-up of each side in milliseconds, so that its code is compiled. */
const WARM_UP_MS = 2_000;

/**
 * Runs the same turns on every side, one side after the other, in several rounds. Only the side differs.
 * @throws Fault `redis_unavailable`, `cancelled`
 */
export async function benchTurns(options: BenchTurnsOptions, terminal: Terminal): Promise<MeasuredLoad[]> {
  silenceLogs();
  const sides: Side[] = [];
  try {
    for (const name of options.sides) sides.push(await openSide(name, options));
    const measured: MeasuredLoad[] = [];
    for (const load of options.loads) measured.push(await measureLoad(sides, load, options, terminal));
    return measured;
  } finally {
    for (const side of sides) await side.close();
  }
}

async function measureLoad(
  sides: readonly Side[],
  load: Load,
  { rounds, turns, forMs }: BenchTurnsOptions,
  terminal: Terminal,
): Promise<MeasuredLoad> {
  const { signal } = terminal;
  const { plan, inFlight, stored } = load;
  const what = `${plan.workMs} ms of work per hop, ${plan.foundKb + plan.carriedKb} KB of evidence, ${inFlight} in flight, ${stored} stored`;
  const counts = new Map<SideName, number | null>();
  for (const side of sides) {
    terminal.progress(`${what}: storing turns`);
    await side.store(stored, plan, signal);
    terminal.progress(`${what}: warming up`);
    await runRound(side, { plan, inFlight, turns, forMs: Math.min(forMs, WARM_UP_MS), signal });
    counts.set(side.name, await roundTrips(side, plan));
  }
  const results = new Map<SideName, Round[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    terminal.progress(`${what}: round ${round + 1} of ${rounds}`);
    // Every other round runs backwards, so that a different side goes first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      results.get(side.name)?.push(await runRound(side, { plan, inFlight, turns, forMs, signal }));
  }
  return {
    ...load,
    sides: sides.map(({ name: side }) => ({
      side,
      rounds: results.get(side) ?? [],
      roundTrips: counts.get(side) ?? null,
    })),
  };
}

async function roundTrips(side: Side, plan: TurnPlan): Promise<number | null> {
  const requests = await side.requests(async () => {
    for (let turn = 0; turn < COUNTED_TURNS; turn += 4)
      await Promise.all(Array.from({ length: 4 }, () => side.run(plan)));
  });
  return requests === null ? null : requests / (COUNTED_TURNS * plan.hops);
}
