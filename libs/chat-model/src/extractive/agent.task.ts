import type { ChatInputs, ChatToolCall } from '../port';
import { quotedAnswer } from './answer.task';
import { judge } from './judgement';

/**
 * Acts as an agent (002, "LLM-as-Agent"): first searches for the question, then for what is missing: names of code with
 * `lookup`, the rest with `search`. If nothing is missing, answers in quotes.
 */
export function agentReply(
  inputs: ChatInputs,
  maxOutputTokens: number,
): string | { readonly toolCalls: readonly ChatToolCall[] } {
  const judgement = judge(inputs);
  const { followUps } = judgement;
  const first = inputs.queries.length === 0 && inputs.needs.length === 0;
  const wanted = first && inputs.question.trim() !== '' ? [inputs.question] : followUps;
  if (wanted.length === 0) return quotedAnswer(inputs, judgement, maxOutputTokens);
  const definable = new Set(inputs.definable);
  const toolCalls = wanted.map((text, at): ChatToolCall => {
    const [name, parameter] = definable.has(text) ? ['lookup', 'name'] : ['search', 'query'];
    return { id: `c${inputs.needs.length + at + 1}`, name, arguments: JSON.stringify({ [parameter]: text }) };
  });
  return { toolCalls };
}
