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
  readonly concurrency: number;
  readonly json?: boolean;
}

/** A whole number of a range, for each time that the option was given. */
function numbers(given: readonly string[] | undefined, usual: readonly number[], most: number): number[] {
  return given?.map(integer(0, most)) ?? [...usual];
}

export function addBenchTurns(group: Command, terminal: Terminal): void {
  const command = group
    .command('turns')
    .description(
      'Measure what Quarry adds to a turn: the same hops on its two carriers and on BullMQ alone (the handler adds the next job), ' +
        'in turn, over private redis-servers with AOF. Each hop waits for a simulated model or store. Medians of the rounds, and ' +
        'ratios of each round to the same one of BullMQ alone.',
    )
    .option('--work-ms <ms>', 'wait of a hop; repeat to compare (default: 0 and 50)', collect)
    .option('--in-flight <number>', 'turns at a time; repeatable (default: 1 and 64)', collect)
    .option('--evidence-kb <kb>', 'what the second hop finds; repeatable (default: 1)', collect)
    .option('--stored <turns>', 'ended turns that are kept; repeatable (default: 0)', collect)
    .option('--hops <number>', 'hops of a turn', integer(2, 150), 8)
    .option('--rounds <number>', 'rounds in which all sides are measured', integer(1, 100), 5)
    .option('--turns <number>', 'most turns of a side in a round', integer(1, 1_000_000), 5_000)
    .option('--seconds <number>', 'most seconds of a side in a round', integer(1, 3_600), 4)
    .option('--processes <number>', 'processes that serve hops, on each side', integer(1, 7), 1)
    .option('--concurrency <number>', 'hops of a queue at a time in a process', integer(1, 1_000), 20);
  withExamples(withJson(command), [
    ['quarry bench turns', ''],
    ['quarry bench turns --work-ms 0 --in-flight 64 --rounds 9 --json', ''],
    ['quarry bench turns --work-ms 0 --stored 1000 --stored 100000', 'does it grow?'],
  ]).action(async (options: BenchTurnsOptions) => {
    const { hops, rounds, turns, seconds, processes, concurrency } = options;
    // Those that are stored stay: from few to many.
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
      { sides: SIDES, loads, rounds, turns, forMs: seconds * 1_000, processes, concurrency },
      terminal,
    );
    terminal.out(options.json === true ? `${JSON.stringify(measured, null, 2)}\n` : renderTurns(measured));
  });
  addWorkerProcess(group);
}

const SIZES = [1, 30, 300] as const;

export function addBenchHop(group: Command, terminal: Terminal): void {
  const command = group
    .command('hop')
    .description(
      'Measure one hop alone, by the size of its turn: processor time, round trips and bytes, on the bullmq carrier and on BullMQ ' +
        'alone, one turn of many hops at a time. Processor time is the figure to hold against an earlier one: it is far less noisy ' +
        'than turns a second.',
    )
    .option('--kb <kb>', 'evidence of the turn; repeat to compare (default: 1, 30, 300)', collect)
    .option('--hops <number>', 'hops of a turn', integer(2, 150), 64)
    .option('--rounds <number>', 'rounds in which both sides are measured', integer(1, 100), 5)
    .option('--turns <number>', 'turns of a side in a round', integer(1, 100_000), 20);
  withExamples(withJson(command), [
    ['quarry bench hop', ''],
    ['quarry bench hop --kb 30 --rounds 9 --json', ''],
  ]).action(
    async (options: {
      readonly kb?: readonly string[];
      readonly hops: number;
      readonly rounds: number;
      readonly turns: number;
      readonly json?: boolean;
    }) => {
      const { hops, rounds, turns } = options;
      const loads = numbers(options.kb, SIZES, 700).map((carriedKb): Load => ({
        plan: { hops, workMs: 0, foundKb: 0, carriedKb },
        inFlight: 1,
        stored: 0,
      }));
      const measured = await benchTurns(
        { sides: ['quarry', 'bullmq'], loads, rounds, turns, forMs: 600_000, processes: 1, concurrency: 20 },
        terminal,
      );
      const text = options.json === true ? `${JSON.stringify(measured, null, 2)}\n` : renderTurns(measured);
      terminal.out(text);
    },
  );
}

/** What `bench turns` starts; it ends with the one who started it. */
function addWorkerProcess(group: Command): void {
  group
    .command('turns-process', { hidden: true })
    .argument('<settings>', 'JSON')
    .action(async (settings: string) => {
      silenceLogs();
      await serveBenchHops(JSON.parse(settings) as WorkerSettings);
    });
}
