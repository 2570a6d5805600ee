import type { MeasuredLoad } from './bench-turns';
import { renderTurns } from './render';
import type { Round } from './round';

function round(turnsPerSecond: number, nodeMicros: number): Round {
  return {
    ...{ turns: 10, hops: 80, turnsPerSecond, p50: 1_000 / turnsPerSecond, p95: 20, p99: 30 },
    ...{ nodeMicros, redisMicros: 100, scripts: 2, commands: 40, bytes: 4_000 },
  };
}

describe('renderTurns', () => {
  it('shows the medians of each side, and the medians of the ratios to BullMQ in the same round', () => {
    const load: MeasuredLoad = {
      plan: { hops: 8, workMs: 50, foundKb: 1, carriedKb: 2 },
      inFlight: 64,
      stored: 1_000,
      sides: [
        { side: 'quarry', rounds: [round(90, 200), round(50, 300), round(40, 400)], roundTrips: 3 },
        { side: 'bullmq', rounds: [round(100, 100), round(100, 300), round(50, 400)], roundTrips: 4.25 },
        { side: 'memory', rounds: [round(1_000, 30), round(1_000, 30), round(500, 30)], roundTrips: null },
      ],
    };
    const rows = renderTurns([load])
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((cells) => cells.slice(1, -1))).toEqual(
      [
        // The ratios of turns per second are .9, .5 and .8; the ratio of the medians would be .5.
        ...[
          [
            '50',
            '3',
            '1000',
            '64',
            'Quarry, bullmq',
            '50.0 (40.0–90.0)',
            '0.80',
            '20.0',
            '20.0',
            '30.0',
            '1.25',
          ],
        ],
        ...[['50', '3', '1000', '64', 'BullMQ alone', '100 (50.0–100)', '–', '10.0', '20.0', '30.0', '–']],
        ...[
          [
            '50',
            '3',
            '1000',
            '64',
            'Quarry, memory',
            '1000 (500–1000)',
            '10.00',
            '1.0',
            '20.0',
            '30.0',
            '0.10',
          ],
        ],
      ].map((cells, at) => [
        ...cells,
        ...[
          ['300', '100', '1.00', '2.0', '3.0', '40.0', '4000'],
          ['300', '100', '–', '2.0', '4.3', '40.0', '4000'],
          ['30', '–', '0.33', '–', '–', '–', '–'],
        ][at]!,
      ]),
    );
  });
});
