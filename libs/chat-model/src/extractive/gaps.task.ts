import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/** 004 "Gap Analysis", by the question's terms that the evidence holds. */
export function gapsReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { answered, gaps, followUps } = judge(inputs);
  return jsonReply(
    { answered_aspects: answered, gaps, contradictions: [], follow_up_queries: followUps },
    maxOutputTokens,
  );
}
