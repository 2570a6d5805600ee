import { degradedSentences, type Turn } from '@quarry/turn';
import type { Palette } from './palette';

/** What the turn did without, and what the answer's writer says about the evidence (004, "Quality Checks"): contradictions in it, and what it lacks. */
export function remarkLines({ answer, degraded }: Turn, { bold, yellow }: Palette): string[] {
  const { contradictions = [], insufficient } = answer ?? {};
  const without = degradedSentences(degraded);
  return [
    ...(without.length === 0 ? [] : [...without.map((text) => `${yellow('degraded')} ${text}`), '']),
    ...(contradictions.length === 0
      ? []
      : [bold('Contradictions'), ...contradictions.map((text) => `  ${yellow('≠')} ${text}`), '']),
    ...(insufficient === undefined ? [] : [`${bold('Not in the evidence')} ${insufficient}`, '']),
  ];
}
