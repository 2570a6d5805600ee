import type { Command } from 'commander';
import { readConfig } from '@quarry/platform';
import { median } from '../bench/median';
import { benchRetrievers, type RetrieverRun } from '../bench/retrievers';
import { RETRIEVER_UP, serveSlowRetriever } from '../bench/slow-retriever';
import { silenceLogs } from '../logs';
import { collect, integer, withExamples, withJson } from '../options';
import type { Terminal } from '../terminal';

interface BenchRetrieversOptions {
  readonly retrievers?: readonly string[];
  readonly rounds: number;
  readonly turns: number;
  readonly inFlight: number;
  readonly delay: number;
  readonly pipeline: string;
  readonly json?: boolean;
}

const USUAL = ['1', '2', '4'];

export function addBenchRetrievers(group: Command, terminal: Terminal): void {
  const command = group
    .command('retrievers')
    .description(
      'Measure how retriever processes share the load: turns per second with 1, 2 and 4 of them, each with one hop at a time, over a ' +
        "private redis-server, with 50 ms added to each search. Turns ask about part of Quarry's own sources, by keywords, without a " +
        'model. A turn of the pipeline adaptive searches three times.',
    )
    .option('--retrievers <number>', 'number of processes; repeat to compare (default: 1, 2 and 4)', collect)
    .option('--rounds <number>', 'rounds; each measures every number of processes', integer(1, 100), 3)
    .option('--turns <number>', 'number of measured turns', integer(1, 100_000), 100)
    .option('--in-flight <number>', 'turns in flight at any time', integer(1, 1_000), 16)
    .option('--delay <ms>', 'delay added to each search', integer(0, 60_000), 50)
    .option('--pipeline <name>', 'pipeline to use', 'adaptive');
  withExamples(withJson(command), [
    ['quarry bench retrievers', ''],
    ['quarry bench retrievers --retrievers 1 --retrievers 8 --turns 200 --json', ''],
  ]).action(async (options: BenchRetrieversOptions) => {
    const { rounds, turns, inFlight, pipeline, delay: delayMs } = options;
    const retrievers = (options.retrievers ?? USUAL).map(integer(1, 64));
    const runs = await benchRetrievers({ retrievers, rounds, turns, inFlight, pipeline, delayMs }, terminal);
    terminal.out(options.json === true ? `${JSON.stringify(runs, null, 2)}\n` : renderRetrievers(runs));
  });
  addRetrieverProcess(group, terminal);
}

/** The process that `bench retrievers` starts. It exits when its stdin ends, so it never outlives its parent. */
function addRetrieverProcess(group: Command, terminal: Terminal): void {
  group
    .command('retriever-process', { hidden: true })
    .argument('<delay>', 'delay added to each search, in ms', integer(0, 60_000))
    .action(async (delayMs: number) => {
      silenceLogs();
      const over = new AbortController();
      process.stdin.on('end', () => over.abort()).resume();
      const signal = AbortSignal.any([over.signal, terminal.signal]);
      const up = (): void => {
        terminal.err(`${RETRIEVER_UP}\n`);
      };
      const count = await serveSlowRetriever(readConfig(), delayMs, { signal, up });
      terminal.out(`${JSON.stringify(count)}\n`);
    });
}

function renderRetrievers(runs: readonly RetrieverRun[]): string {
  const numbers = [...new Set(runs.map(({ retrievers }) => retrievers))];
  const rateOf = (retrievers: number) =>
    runs.filter((run) => run.retrievers === retrievers).map(({ turnsPerSecond }) => turnsPerSecond);
  const first = median(rateOf(numbers[0] ?? 0));
  const lines = numbers.map((retrievers) => {
    const own = runs.filter((run) => run.retrievers === retrievers);
    const rates = rateOf(retrievers);
    const rate = `${median(rates).toFixed(1)} turns/s (${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)})`;
    const lag = Math.max(...own.map(({ maxQueueLagMs }) => maxQueueLagMs));
    return `${String(retrievers).padStart(2)} retrievers  ${rate.padEnd(30)} ${(median(rates) / first).toFixed(2)} times  longest wait ${(lag / 1000).toFixed(2)} s`;
  });
  const outcomes = new Map<string, number>();
  for (const run of runs)
    for (const [outcome, count] of Object.entries(run.outcomes))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  const ends = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const searches = median(runs.map(({ searchesPerTurn }) => searchesPerTurn)).toFixed(1);
  const passes = median(runs.map(({ passesPerTurn }) => passesPerTurn)).toFixed(1);
  return `${lines.join('\n')}\na turn: ${searches} searches in ${passes} passes; turns ended: ${ends}\n`;
}
