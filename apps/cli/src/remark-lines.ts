import type { Turn } from '@quarry/turn';
import type { Palette } from './palette';

/** What the answer's writer says about the evidence (004, "Quality Checks"): contradictions in it, and what it lacks. */
export function remarkLines({ answer }: Turn, { bold, yellow }: Palette): string[] {
  const { contradictions = [], insufficient } = answer ?? {};
  return [
    ...(contradictions.length === 0
      ? []
      : [bold('Contradictions'), ...contradictions.map((text) => `  ${yellow('≠')} ${text}`), '']),
    ...(insufficient === undefined ? [] : [`${bold('Not in the evidence')} ${insufficient}`, '']),
  ];
}
