import type { GroupStatistics } from '@quarry/application/operations';
import type { Palette } from './palette';
import { printable } from './printable';

const HEADINGS = [
  'turns',
  'failed',
  'no answer',
  'passes',
  'asked',
  'found',
  'tokens',
  'cost',
  'seconds',
] as const;

/** One line per group: the number of turns, their outcomes, their requests and their usage. */
export function renderStats(groups: readonly GroupStatistics[], palette: Palette): string {
  const named = groups.map(nameOf);
  const width = Math.max(4, ...named.map((name) => name.length));
  const rows = groups.map(cells);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (name: string, row: readonly string[]): string =>
    [name.padEnd(width), ...row.map((cell, column) => cell.padStart(widths[column] ?? 0))].join('  ');
  const heads = palette.dim(line('group', HEADINGS));
  return `${[heads, ...rows.map((row, at) => line(named[at] ?? '', row))].join('\n')}\n`;
}

function nameOf({ tenant, pipeline }: GroupStatistics): string {
  const parts = [tenant, pipeline].filter((part) => part !== null);
  return parts.length === 0 ? 'all' : parts.map((part) => printable(part)).join(' ');
}

function cells(group: GroupStatistics): string[] {
  const passes = group.passes.reduce((sum, one) => sum + one.passes * one.turns, 0) / group.turns;
  return [
    String(group.turns),
    share((group.outcomes['failed'] ?? 0) / group.turns),
    share(group.abstentionRate),
    passes.toFixed(1),
    String(group.gapsIdentified),
    group.gapResolutionRate === null ? '–' : share(group.gapResolutionRate),
    String(group.inputTokens + group.outputTokens),
    group.priced === 0 ? '–' : `${group.priced < group.turns ? '≥ ' : ''}${Number(group.cost.toFixed(4))}`,
    group.meanSeconds.toFixed(1),
  ];
}

function share(of: number): string {
  return `${Math.round(100 * of)} %`;
}
