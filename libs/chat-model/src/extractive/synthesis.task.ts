import { countTokens } from '@quarry/tokens';
import type { ChatInputs } from '../port';
import { quotedAnswer } from './answer.task';
import { readEvidence } from './relevance';

/** 004 "Citation-Aware Synthesis": quotes with citations, contradictions that were named, and what the evidence lacks. */
export function synthesisReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const named = [...new Set(inputs.assessments.flatMap(({ contradictions }) => contradictions))];
  const contradictions = named.length === 0 ? 'NONE' : `\n${named.map((text) => `- ${text}`).join('\n')}`;
  const lacking = reading.unseen.map((term) => term.text).join(', ');
  const insufficient = lacking === '' ? 'NONE' : `No passage mentions ${lacking}.`;
  const end = `CONTRADICTIONS: ${contradictions}\n\nINSUFFICIENT: ${insufficient}`;
  const room = maxOutputTokens - countTokens(`ANSWER:\n\n\n${end}`);
  return `ANSWER:\n${quotedAnswer(inputs, reading, room)}\n\n${end}`;
}
