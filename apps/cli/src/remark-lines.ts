import { degradedSentences, conclusionOf, type Turn } from '@quarry/turn';
import type { Palette } from './palette';

/**
 * The stores that the turn did without, and the writer's remarks on the evidence (004, "Quality Checks"):
 * contradictions, and what the evidence lacks.
 */
export function remarkLines(turn: Turn, { bold, yellow }: Palette): string[] {
  const { answer, degraded } = turn;
  const { contradictions = [], insufficient } = answer ?? {};
  // A turn that has ended says its reason below.
  const reason = turn.end ? conclusionOf(turn).reason : '';
  const without = degradedSentences(degraded);
  return [
    ...(without.length === 0 ? [] : [...without.map((text) => `${yellow('degraded')} ${text}`), '']),
    ...(contradictions.length === 0 || contradictions.every((text) => reason.includes(text))
      ? []
      : [bold('Contradictions'), ...contradictions.map((text) => `  ${yellow('≠')} ${text}`), '']),
    ...(insufficient === undefined || insufficient === reason
      ? []
      : [`${bold('Not in the evidence')} ${insufficient}`, '']),
  ];
}
