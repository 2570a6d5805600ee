import type { PipelineStatistics } from '@quarry/application/operations';
import { printable } from './printable';

/** Statistics as text, one paragraph per pipeline; unknown values are left out. */
export function renderStatistics(all: readonly PipelineStatistics[]): string {
  return `${all.map((one) => paragraph(one).join('\n')).join('\n\n')}\n`;
}

function paragraph(one: PipelineStatistics): readonly string[] {
  const outcomes = Object.entries(one.outcomes).map(([outcome, turns]) => `${turns} ${outcome}`);
  const lines = [
    `${printable(one.pipeline)}: ${one.turns} turn${one.turns === 1 ? '' : 's'} (${outcomes.join(', ')})`,
  ];
  if (one.measured === 0) return [...lines, '  passes, tokens and time of these turns are not kept'];
  if (one.measured < one.turns) lines.push(`  of ${one.measured} of them:`);
  lines.push(`  passes   ${one.passes.map(({ passes, turns }) => `${passes}: ${turns}`).join(' · ')}`);
  if (one.gapResolutionRate !== null)
    lines.push(
      `  asked    ${one.gapsIdentified} requests, ${one.gapsResolved} found (${percent(one.gapResolutionRate)})`,
    );
  lines.push(`  session  gave evidence to ${percent(one.recallRate ?? 0)}`);
  lines.push(
    `  mean     ${number(one.meanModelCalls)} model calls, ${number(one.meanInputTokens)} + ${number(one.meanOutputTokens)} tokens, ${number(one.meanSeconds)} s`,
  );
  return lines;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function number(value: number | null): string {
  return value === null ? '–' : String(Math.round(10 * value) / 10);
}
