import { countTokens, truncateToTokens } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { quotedAnswer } from './answer.task';
import { judge } from './judgement';

/** 000, "Gap Detection Prompt": the best answer so far in quotes, and what to search for next, or `NONE`. */
export function cgragReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const judgement = judge(inputs);
  const { followUps } = judgement;
  const missing = ['MISSING:', ...followUps.map((name) => `- ${name.replace(/\s+/g, ' ')}`)];
  const end = followUps.length === 0 ? 'MISSING: NONE' : missing.join('\n');
  const room = Math.max(1, maxOutputTokens - countTokens(`ANSWER:\n\n\n${end}`));
  return `ANSWER:\n${truncateToTokens(quotedAnswer(inputs, judgement, room), room)}\n\n${end}`;
}
