import type { QueueState } from '@quarry/engine';
import type { Palette } from './palette';

const HEADINGS = ['service', 'waiting', 'running', 'paused', 'failed', 'oldest'] as const;

/** One line per queue. Failed hops and long waits are highlighted. */
export function renderQueues(states: readonly QueueState[], palette: Palette): string {
  const rows = states.map((state) => [
    state.service,
    ...[state.waiting, state.active, state.delayed, state.failed].map(String),
    state.waiting === 0 ? '–' : duration(state.oldestMs),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => pad(cell, widths[column] ?? 0, column === 0)).join('  ');
  const lines = rows.map((row, index) => {
    const state = states[index];
    if (state && state.failed > 0) return palette.red(line(row));
    return state && state.oldestMs >= LATE_MS ? palette.yellow(line(row)) : line(row);
  });
  return `${[palette.dim(line(HEADINGS)), ...lines].join('\n')}\n`;
}

/** Wait from which a user notices the delay, in milliseconds. */
const LATE_MS = 5_000;

function pad(text: string, width: number, left: boolean): string {
  return left ? text.padEnd(width) : text.padStart(width);
}

/** `850 ms`, `3.2 s`, `4 min`. */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
