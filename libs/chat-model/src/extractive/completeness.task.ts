import type { ChatInputs } from '../port';
import { jsonReply } from './json-reply';
import { judge } from './judgement';

/** 002 §2, step 4: complete if the evidence contains the question's terms, or nothing new can be requested. */
export function completenessReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const { gaps, followUps } = judge(inputs);
  const complete = followUps.length === 0;
  return jsonReply(
    {
      is_complete: complete,
      missing_information: complete ? '' : (gaps.length > 0 ? gaps : followUps).join(', ').slice(0, 400),
      follow_up_queries: followUps,
    },
    maxOutputTokens,
  );
}
