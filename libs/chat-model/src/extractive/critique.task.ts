import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/** 004 "Self-Critique": sufficient where there is nothing new to search for. */
export function critiqueReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { gaps, followUps } = judge(inputs);
  const listed = inputs.assessments
    .filter(({ pass }) => pass === inputs.pass)
    .flatMap((one) => one.followUps);
  const sufficient = followUps.length === 0 && listed.length === 0;
  const reason = sufficient ? 'Nothing new can be searched for.' : `Still to be found: ${gaps.join(', ')}`;
  return jsonReply({ sufficient, reason, follow_up_queries: followUps }, maxOutputTokens);
}
