import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/**
 * 004, "Self-Critique": sufficient if nothing is left to search for, neither here nor in the preceding gap analysis.
 */
export function critiqueReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { gaps, followUps } = judge(inputs);
  const searched = new Set(inputs.queries.map(normalizeQuery));
  const pending = inputs.assessments
    .filter(({ pass }) => pass === inputs.pass)
    .flatMap((assessment) => assessment.followUps)
    .filter((query) => !searched.has(normalizeQuery(query)));
  const wanted = [...followUps, ...pending];
  const open = gaps.length > 0 ? `, since no passage on the way holds: ${gaps.join(', ').slice(0, 300)}` : '';
  const reason =
    wanted.length === 0
      ? `Nothing new can be searched for${open}.`
      : `${wanted.length === 1 ? 'One query is' : `${wanted.length} queries are`} still to be searched for${open}.`;
  return jsonReply(
    { sufficient: wanted.length === 0, reason, follow_up_queries: followUps },
    maxOutputTokens,
  );
}
