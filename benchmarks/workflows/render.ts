import { median, table } from '@quarry/cli';
import type { Result } from './run.ts';

/** Markdown tables: speed, a row for each engine and load, and what a kill left. */
export function render({ titles, speeds, survivals }: Result): string {
  const speed = table(
    ['engine', 'in flight', 'turns/s: median (rounds)', 'p50 ms', 'p95', 'p99', 'CPU µs/hop'],
    speeds.map(({ engine, inFlight, rounds }) => {
      const rates = rounds.map(({ turnsPerSecond }) => turnsPerSecond);
      const spread = `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`;
      return [
        titles[engine] ?? engine,
        String(inFlight),
        `${median(rates).toFixed(0)} (${spread})`,
        ...(['p50', 'p95', 'p99'] as const).map((name) =>
          median(rounds.map((round) => round[name])).toFixed(1),
        ),
        median(rounds.map(({ cpuMicros }) => cpuMicros)).toFixed(0),
      ];
    }),
  );
  const kill = table(
    [
      'engine',
      'turns begun',
      'ended before the kill',
      'ended in the end',
      'ended twice',
      'lost',
      'steps run again',
    ],
    survivals.map(({ engine, begun, endedBefore, ended, twice, hopsAgain }) => [
      titles[engine] ?? engine,
      ...[begun, endedBefore, ended, twice, begun - ended, hopsAgain ?? '–'].map(String),
    ]),
  );
  return `${[...speed, ...(survivals.length > 0 ? ['', ...kill] : [])].join('\n')}\n`;
}
