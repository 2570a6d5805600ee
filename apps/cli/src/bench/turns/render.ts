import { median } from '../median';
import { table } from '../stores/tables';
import type { MeasuredLoad, MeasuredSide } from './bench-turns';
import type { Round } from './round';
import type { SideName } from './sides';

const NAMES: Readonly<Record<SideName, string>> = {
  quarry: 'Quarry, bullmq',
  queued: 'Quarry, bullmq, every hop through its queue',
  bullmq: 'BullMQ alone',
  memory: 'Quarry, memory',
};

/** A Markdown table with one row per load and side: medians of the rounds, and the ratios to BullMQ, round by round. */
export function renderTurns(loads: readonly MeasuredLoad[]): string {
  const head = [
    ...['work ms', 'KB', 'stored', 'in flight', 'side', 'turns/s (rounds)', 'of BullMQ'],
    ...['p50 ms', 'p95', 'p99', 'p50 of BullMQ'],
    ...['CPU µs/hop: Node', 'Redis', 'both of BullMQ'],
    ...['scripts/hop', 'round trips', 'commands', 'bytes'],
  ];
  const rows = loads.flatMap((load) => {
    const bare = load.sides.find(({ side }) => side === 'bullmq');
    return load.sides.map((measured) => row(load, measured, bare));
  });
  return `${table(head, rows).join('\n')}\n`;
}

function row(
  { plan, inFlight, stored }: MeasuredLoad,
  { side, rounds, roundTrips }: MeasuredSide,
  bare?: MeasuredSide,
): string[] {
  const of = (value: (round: Round) => number): number => median(rounds.map(value));
  const rates = rounds.map(({ turnsPerSecond }) => turnsPerSecond);
  const other = side === 'bullmq' ? undefined : bare;
  const both = ({ nodeMicros, redisMicros }: Round): number => nodeMicros + redisMicros;
  const queued = side !== 'memory';
  return [
    ...[plan.workMs, plan.foundKb + plan.carriedKb, stored, inFlight].map(String),
    NAMES[side],
    `${short(median(rates))} (${short(Math.min(...rates))}–${short(Math.max(...rates))})`,
    ratio(rounds, other, ({ turnsPerSecond }) => turnsPerSecond),
    of(({ p50 }) => p50).toFixed(1),
    of(({ p95 }) => p95).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    ratio(rounds, other, ({ p50 }) => p50),
    of(({ nodeMicros }) => nodeMicros).toFixed(0),
    queued ? of(({ redisMicros }) => redisMicros).toFixed(0) : '–',
    ratio(rounds, other, both),
    queued ? of(({ scripts }) => scripts).toFixed(1) : '–',
    roundTrips === null ? '–' : roundTrips.toFixed(1),
    queued ? of(({ commands }) => commands).toFixed(1) : '–',
    queued ? of(({ bytes }) => bytes).toFixed(0) : '–',
  ];
}

/** Median of the ratios to the other side in the same round. */
function ratio(
  rounds: readonly Round[],
  other: MeasuredSide | undefined,
  value: (round: Round) => number,
): string {
  if (!other) return '–';
  const ratios = rounds.flatMap((round, at) => {
    const beside = other.rounds[at];
    return beside ? [value(round) / value(beside)] : [];
  });
  return median(ratios).toFixed(2);
}

function short(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}
