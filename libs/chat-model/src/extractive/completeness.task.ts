import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/** 002 §2 step 4, by the question's terms that the evidence holds. */
export function completenessReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { gaps, followUps } = judge(inputs);
  const complete = followUps.length === 0;
  return jsonReply(
    {
      is_complete: complete,
      missing_information: complete ? '' : gaps.join(', '),
      follow_up_queries: followUps,
    },
    maxOutputTokens,
  );
}
