import type { ChatInputs } from '../port';
import { contradictionsIn } from './contradictions';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/**
 * 004, "Gap Analysis": the parts of the question that the evidence contains, the parts that it lacks, and what to
 * search for.
 */
export function gapsReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { answered, gaps, followUps } = judge(inputs);
  return jsonReply(
    {
      answered_aspects: answered,
      gaps: followUps.length === 0 ? [] : gaps,
      contradictions: contradictionsIn(inputs.evidence),
      follow_up_queries: followUps,
    },
    maxOutputTokens,
  );
}
