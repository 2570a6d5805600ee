import { countTokens } from '@quarry/tokens';
import type { ChatInputs } from '../port';
import { quotedAnswer } from './answer.task';
import { followUpsOf } from './follow-ups';
import { readEvidence } from './relevance';

/** 000 "Response Format": the best answer so far, and what to look for next, or `NONE`. */
export function cgragReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const wanted = followUpsOf(inputs, reading);
  const missing =
    wanted.length === 0 ? 'MISSING: NONE' : `MISSING:\n${wanted.map((name) => `- ${name}`).join('\n')}`;
  const room = maxOutputTokens - countTokens(`ANSWER:\n\n\n${missing}`);
  return `ANSWER:\n${quotedAnswer(inputs, reading, room)}\n\n${missing}`;
}
