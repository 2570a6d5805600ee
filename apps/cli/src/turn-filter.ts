import { InvalidArgumentError, Option, type Command } from 'commander';
import { OUTCOMES, PASSAGE_STATES, STALE, defined, type Outcome, type PassageState } from '@quarry/turn';
import type { TurnFilter } from '@quarry/turn-archive';
import { integer } from './options';

/** The filters of `list` and `export`. */
export interface TurnFilterOptions {
  readonly limit: number;
  readonly search?: string;
  readonly session?: string;
  readonly pipeline?: string;
  readonly outcome?: Outcome;
  readonly since?: number;
}

/** Adds the options that filter turns. */
export function withTurnFilter(command: Command, limit: number): Command {
  return command
    .option('-n, --limit <n>', 'maximum number of turns', integer(1, 100_000), limit)
    .option('--search <words>', 'only turns whose question or answer contains these words')
    .option('-s, --session <name>', 'only turns of this session')
    .option('-p, --pipeline <name>', 'only turns of this pipeline, in any version')
    .addOption(new Option('--outcome <outcome>', 'only turns with this outcome').choices(OUTCOMES))
    .option('--since <time>', 'only turns asked at this time or later, e.g. 2026-11-01', time);
}

/** A state of cited lines, or `stale` for all but `fresh`. */
export type StalenessChoice = PassageState | 'stale';

/** Adds the option that filters answers by the state of their cited lines. */
export function withStaleness(command: Command): Command {
  return command.addOption(
    new Option('--staleness <state>', 'only answers whose cited lines are in this state now').choices([
      ...PASSAGE_STATES,
      'stale',
    ]),
  );
}

export function statesOf({
  staleness,
}: {
  readonly staleness?: StalenessChoice;
}): Pick<TurnFilter, 'staleness'> {
  if (staleness === undefined) return {};
  return { staleness: staleness === 'stale' ? STALE : [staleness] };
}

export function filterOf({ search, session, pipeline, outcome, since }: TurnFilterOptions): TurnFilter {
  return defined({ text: search, session, pipeline, outcome, since });
}

function time(value: string): number {
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isFinite(at) && isDay(value.slice(0, 10))) return at;
  throw new InvalidArgumentError('It must be a time, such as 2026-11-01 or 2026-11-01T12:00:00Z.');
}

/** `Date` reads February 30 as a day in March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
