import type { Command } from 'commander';
import { benchTurns, type Load } from '../bench/turns/bench-turns';
import { renderTurns } from '../bench/turns/render';
import { SIDES } from '../bench/turns/sides';
import { serveBenchHops, type WorkerSettings } from '../bench/turns/worker-process';
import { silenceLogs } from '../logs';
import { collect, integer, withExamples, withJson } from '../options';
import type { Terminal } from '../terminal';

interface BenchTurnsOptions {
  readonly workMs?: readonly string[];
  readonly inFlight?: readonly string[];
  readonly evidenceKb?: readonly string[];
  readonly stored?: readonly string[];
  readonly hops: number;
  readonly rounds: number;
  readonly turns: number;
  readonly seconds: number;
  readonly processes: number;
  readonly allServices?: boolean;
  readonly concurrency: number;
  readonly json?: boolean;
}

/** The values of a repeatable option, each a whole number from 0 to `most`; `usual` if the option is missing. */
function numbers(given: readonly string[] | undefined, usual: readonly number[], most: number): number[] {
  return given?.map(integer(0, most)) ?? [...usual];
}

export function addBenchTurns(group: Command, terminal: Terminal): void {
  const command = group
    .command('turns')
    .description(
      'Measure the overhead of Quarry per turn: the same hops on its memory and bullmq carriers, with and without hand-overs within a ' +
        'process, and on BullMQ alone (the handler adds the next job), over private redis-servers with AOF. Each hop waits for a simulated model or store. Reports medians of the ' +
        'rounds, and the ratios to BullMQ alone in the same round.',
    )
    .option('--work-ms <ms>', 'simulated wait per hop; repeatable (default: 0 and 50)', collect)
    .option('--in-flight <number>', 'turns in flight; repeatable (default: 1 and 64)', collect)
    .option('--evidence-kb <kb>', 'evidence that the second hop finds; repeatable (default: 1)', collect)
    .option('--stored <turns>', 'ended turns in the carrier; repeatable (default: 0)', collect)
    .option('--hops <number>', 'hops per turn', integer(2, 150), 8)
    .option('--rounds <number>', 'rounds; each measures all sides', integer(1, 100), 5)
    .option('--turns <number>', 'maximum turns per side and round', integer(1, 1_000_000), 5_000)
    .option('--seconds <number>', 'maximum seconds per side and round', integer(1, 3_600), 4)
    .option('--processes <number>', 'worker processes per side', integer(1, 7), 1)
    .option('--all-services', 'each process serves all services, instead of sharing them out')
    .option('--concurrency <number>', 'concurrent hops per queue and process', integer(1, 1_000), 20);
  withExamples(withJson(command), [
    ['quarry bench turns', ''],
    ['quarry bench turns --work-ms 0 --in-flight 64 --rounds 9 --json', ''],
    ['quarry bench turns --work-ms 0 --stored 1000 --stored 100000', 'does it grow?'],
  ]).action(async (options: BenchTurnsOptions) => {
    const { hops, rounds, turns, seconds, processes, allServices = false, concurrency } = options;
    // Stored turns stay in the carrier, so loads run from few to many.
    const all = numbers(options.stored, [0], 1_000_000).sort((a, b) => a - b);
    const loads = all.flatMap((stored) =>
      numbers(options.evidenceKb, [1], 250).flatMap((foundKb) =>
        numbers(options.workMs, [0, 50], 60_000).flatMap((workMs) =>
          numbers(options.inFlight, [1, 64], 10_000).map((inFlight): Load => ({
            plan: { hops, workMs, foundKb, carriedKb: 0 },
            inFlight: Math.max(1, inFlight),
            stored,
          })),
        ),
      ),
    );
    const measured = await benchTurns(
      { sides: SIDES, loads, rounds, turns, forMs: seconds * 1_000, processes, allServices, concurrency },
      terminal,
    );
    terminal.out(options.json === true ? `${JSON.stringify(measured, null, 2)}\n` : renderTurns(measured));
  });
  addWorkerProcess(group);
}

/** The process that `bench turns` starts. It exits together with its parent. */
function addWorkerProcess(group: Command): void {
  group
    .command('turns-process', { hidden: true })
    .argument('<settings>', 'JSON')
    .action(async (settings: string) => {
      silenceLogs();
      await serveBenchHops(JSON.parse(settings) as WorkerSettings);
    });
}
