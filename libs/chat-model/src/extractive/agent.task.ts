import type { ChatInputs, ChatToolCall } from '../port';
import { quotedAnswer } from './answer.task';
import { followUpsOf } from './follow-ups';
import { readEvidence } from './relevance';

/** A search for the question, then what is missing: definitions by name, passages by query; else the answer with quotes. */
export function agentReply(
  inputs: ChatInputs,
  maxOutputTokens: number,
): string | { readonly toolCalls: readonly ChatToolCall[] } {
  const first = inputs.queries.length === 0 && inputs.needs.length === 0 && inputs.evidence.length === 0;
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const wanted = first ? [inputs.question] : followUpsOf(inputs, reading);
  if (wanted.length === 0) return quotedAnswer(inputs, reading, maxOutputTokens);
  const toolCalls = wanted.map((text, at): ChatToolCall => {
    const defined = inputs.definable.includes(text);
    return {
      id: `c${inputs.needs.length + at + 1}`,
      name: defined ? 'lookup' : 'search',
      arguments: JSON.stringify(defined ? { name: text } : { query: text }),
    };
  });
  return { toolCalls };
}
