import { Workplace, type Ended } from '../cli/quarry';
import { describeWithRedis } from '../redis/redis-server';
import { runBenchmark } from './run-benchmark';

// Each command starts several processes; how long that takes is no part of what is tested.
jest.setTimeout(300_000);

interface Load {
  readonly plan: { readonly hops: number; readonly carriedKb: number };
  readonly inFlight: number;
  readonly sides: readonly {
    readonly side: string;
    readonly roundTrips: number | null;
    readonly rounds: readonly Readonly<Record<string, number>>[];
  }[];
}

const FIGURES = ['turnsPerSecond', 'p50', 'p95', 'p99', 'nodeMicros'];
const OF_REDIS = ['redisMicros', 'scripts', 'commands', 'bytes'];

describeWithRedis('quarry bench turns and bench:hop', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  async function measured(running: Promise<Ended>): Promise<readonly Load[]> {
    const ended = await running;
    expect(ended).toMatchObject({ code: 0 });
    return JSON.parse(ended.out) as readonly Load[];
  }

  it('turns: every side works on all hops of all its turns, in every round', async () => {
    const loads = await measured(
      at.run([
        ...['bench', 'turns', '--work-ms', '5', '--in-flight', '3', '--evidence-kb', '2'],
        ...['--processes', '2', '--rounds', '2', '--turns', '4', '--seconds', '600', '--json'],
      ]),
    );
    expect(loads.map(({ plan, inFlight }) => ({ ...plan, inFlight }))).toEqual([
      { hops: 8, workMs: 5, foundKb: 2, carriedKb: 0, inFlight: 3 },
    ]);
    for (const { sides } of loads) {
      expect(sides.map(({ side }) => side)).toEqual(['quarry', 'queued', 'bullmq', 'memory']);
      for (const { side, rounds, roundTrips } of sides) {
        expect(rounds.map(({ turns, hops }) => [turns, hops])).toEqual([
          [4, 4 * 8],
          [4, 4 * 8],
        ]);
        const queued = side !== 'memory';
        for (const round of rounds) {
          for (const figure of FIGURES) expect(round[figure]).toBeGreaterThan(0);
          for (const figure of queued ? OF_REDIS.slice(1) : []) expect(round[figure]).toBeGreaterThan(0);
          if (!queued) for (const figure of OF_REDIS) expect(round[figure]).toBe(0);
        }
        if (queued) expect(roundTrips).toBeGreaterThan(2);
        else expect(roundTrips).toBeNull();
      }
    }
  });

  it('hop: more evidence in the turn is more bytes on both sides', async () => {
    const loads = await measured(
      runBenchmark(at, 'hop', ['--kb', '1,30', '--hops', '4', '--rounds', '1', '--turns', '2', '--json']),
    );
    const bytes = loads.map(({ plan, sides }) => {
      expect(plan).toMatchObject({ hops: 4, workMs: 0, foundKb: 0 });
      expect(sides.map(({ side }) => side)).toEqual(['quarry', 'bullmq']);
      expect(sides.map(({ rounds }) => rounds.map(({ hops }) => hops))).toEqual([[8], [8]]);
      return sides.map(({ rounds }) => rounds[0]?.['bytes'] ?? 0);
    });
    expect(loads.map(({ plan }) => plan.carriedKb)).toEqual([1, 30]);
    const [small, large] = bytes;
    for (const side of [0, 1]) expect(large?.[side]).toBeGreaterThan((small?.[side] ?? 0) + 20_000);
  });
});
