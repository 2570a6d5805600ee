import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWithRedis } from '../redis/redis-server';

// Engines are processes of their own; how long they take to start is no part of what is tested.
jest.setTimeout(300_000);

const BENCHMARK = resolve(__dirname, '../../benchmarks/workflows');

interface Result {
  readonly speeds: readonly {
    readonly engine: string;
    readonly rounds: readonly { readonly turns: number; readonly hops: number; readonly p50: number }[];
  }[];
  readonly survivals: readonly {
    readonly engine: string;
    readonly begun: number;
    readonly endedBefore: number;
    readonly ended: number;
    readonly twice: number;
    readonly hopsAgain: number | null;
  }[];
}

describeWithRedis('benchmark of workflow engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-workflows-spec-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function bench(engines: readonly string[]): Result {
    const json = join(folder, 'results.json');
    const ended = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(BENCHMARK, 'main.ts'),
        ...['--engines', engines.join(','), '--hops', '4', '--in-flight', '2', '--rounds', '1'],
        ...['--turns', '6', '--seconds', '600', '--kill-turns', '8', '--json', json],
      ],
      { encoding: 'utf8' },
    );
    expect([ended.status, ended.stderr]).toEqual([0, expect.any(String)]);
    const result = JSON.parse(readFileSync(json, 'utf8')) as Result;
    expect(result.speeds.map(({ engine }) => engine)).toEqual(engines);
    for (const { rounds } of result.speeds)
      expect(rounds).toEqual([expect.objectContaining({ turns: 6, hops: 6 * 4 })]);
    return result;
  }

  it('every turn on the bullmq carrier ends after a kill, once; those in memory are gone', () => {
    const { survivals } = bench(['quarry-bullmq', 'quarry-bullmq-one-service', 'quarry-memory']);
    const [queued, together, memory] = survivals;
    expect(queued).toMatchObject({ engine: 'quarry-bullmq', ended: queued?.begun, twice: 0 });
    expect(together).toMatchObject({ engine: 'quarry-bullmq-one-service', ended: together?.begun, twice: 0 });
    for (const { hopsAgain } of [queued, together].filter((survival) => survival !== undefined)) {
      // No more than was in hand, and never fewer than there are.
      expect(hopsAgain).toBeGreaterThanOrEqual(0);
      expect(hopsAgain).toBeLessThanOrEqual(8 * 4);
    }
    expect(queued?.endedBefore).toBeLessThan(queued?.begun ?? 0);
    expect(memory).toMatchObject({ engine: 'quarry-memory', ended: memory?.endedBefore, twice: 0 });
    expect(memory?.ended).toBeLessThan(memory?.begun ?? 0);
  });

  const installed = existsSync(join(BENCHMARK, 'node_modules/@langchain/langgraph'));
  // Peers have an installation of their own, which the root's does not bring.
  const withPeers = installed ? it : it.skip;
  withPeers(
    `the peers run the same hops${installed ? '' : ' (skipped: the peers are not installed; npm run bench:workflows)'}`,
    () => {
      const { survivals } = bench(['langgraph', 'langgraph-sqlite', 'mastra', 'llamaindex']);
      for (const { ended, endedBefore, twice } of survivals) {
        expect(twice).toBe(0);
        expect(ended).toBeGreaterThanOrEqual(endedBefore);
      }
    },
  );
});
