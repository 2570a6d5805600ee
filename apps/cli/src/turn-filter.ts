import { InvalidArgumentError, Option, type Command } from 'commander';
import { OUTCOMES, defined, type Outcome } from '@quarry/turn';
import type { TurnFilter } from '@quarry/turn-archive';
import { integer } from './options';

/** What `list` and `export` narrow by. */
export interface TurnFilterOptions {
  readonly limit: number;
  readonly search?: string;
  readonly session?: string;
  readonly pipeline?: string;
  readonly outcome?: Outcome;
  readonly since?: number;
}

/** Adds the options by which turns are chosen. */
export function withTurnFilter(command: Command, limit: number): Command {
  return command
    .option('-n, --limit <n>', 'most turns', integer(1, 100_000), limit)
    .option('--search <words>', 'whose question or answer has these words')
    .option('-s, --session <name>', 'of this session')
    .option('-p, --pipeline <name>', 'of this pipeline, whatever its version')
    .addOption(new Option('--outcome <outcome>', 'that ended so').choices(OUTCOMES))
    .option('--since <time>', 'asked then or later, e.g. 2026-11-01', time);
}

export function filterOf({ search, session, pipeline, outcome, since }: TurnFilterOptions): TurnFilter {
  return defined({ text: search, session, pipeline, outcome, since });
}

function time(value: string): number {
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isFinite(at) && isDay(value.slice(0, 10))) return at;
  throw new InvalidArgumentError('It must be a time, such as 2026-11-01 or 2026-11-01T12:00:00Z.');
}

/** `Date` takes the 30th of February for a day of March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
