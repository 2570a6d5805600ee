import type { Command } from 'commander';
import { benchStream, type StreamResult } from '../bench/stream/bench-stream';
import { table } from '../bench/stores/tables';
import { carrierOption, collect, integer, withExamples, withJson } from '../options';
import type { Terminal } from '../terminal';

interface BenchStreamOptions {
  readonly carrier: 'bullmq' | 'memory';
  readonly streams?: readonly string[];
  readonly turns: number;
  readonly tokens: number;
  readonly everyMs: number;
  readonly json?: boolean;
}

export function addBenchStream(group: Command, terminal: Terminal): void {
  const command = group
    .command('stream')
    .description(
      'Measure the latency that Quarry adds between a model and a client. Starts quarry serve in a separate process and streams ' +
        'answers over HTTP; this command provides a model that stamps each token with its send time. Reports milliseconds to the first ' +
        'event, and from each token to the event that contains it.',
    )
    .addOption(carrierOption().default('bullmq'))
    .option('--streams <number>', 'concurrent streams; repeat to compare (default: 1 and 50)', collect)
    .option('--turns <number>', 'turns per stream', integer(1, 10_000), 5)
    .option('--tokens <number>', 'tokens per answer', integer(1, 10_000), 100)
    .option('--every-ms <ms>', 'interval between tokens', integer(1, 10_000), 20);
  withExamples(withJson(command), [
    ['quarry bench stream', ''],
    ['quarry bench stream --streams 1 --turns 50 --json', ''],
  ]).action(async ({ json, ...options }: BenchStreamOptions) => {
    const streams = options.streams?.map(integer(1, 1_000)) ?? [1, 50];
    const results = await benchStream({ ...options, streams }, terminal);
    terminal.out(
      json === true ? `${JSON.stringify(results, null, 2)}\n` : `${tableOf(results).join('\n')}\n`,
    );
  });
}

function tableOf(results: readonly StreamResult[]): string[] {
  const cell = ({ p50, p95, p99 }: StreamResult['accepted']): string =>
    [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');
  return table(
    ['streams', 'turns', 'accepted ms p50 / p95 / p99', 'first event after that', 'token to event', 'tokens'],
    results.map(({ streams, turns, accepted, firstEvent, token }) => [
      String(streams),
      String(turns),
      cell(accepted),
      cell(firstEvent),
      cell(token),
      String(token.count),
    ]),
  );
}
