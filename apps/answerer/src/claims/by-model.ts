import type { ChatModel } from '@quarry/chat-model';
import type { Verdict } from '@quarry/claims';
import type { HopContext } from '@quarry/engine';
import { ask, formatAllEvidence, inputsOf, variablesOf, type PromptParams } from '@quarry/prompting';
import { findProtocol } from '@quarry/protocol';
import { countTokens, type ModelCall, truncateToTokens, type Turn } from '@quarry/turn';

export interface ModelJudged {
  readonly verdicts: readonly Verdict[];
  readonly usage: readonly ModelCall[];
  /** Set if the reply is unreadable. */
  readonly problem?: string;
  /** What was not asked. */
  readonly spared?: string;
}

/**
 * Whether to call the model: a sentence is not supported, but none of its code names, numbers or quotations is missing. A
 * wrong sentence in the words of a passage is as close to it as a right one, so being close is not enough.
 */
export function needsModel(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ open, status }) => open !== 'no' && status !== 'supported');
}

/** Asks the model about all open sentences in one call. */
export async function judgeByModel(
  verdicts: readonly Verdict[],
  turn: Turn,
  options: { readonly chat: ChatModel; readonly context: HopContext; readonly params: PromptParams },
): Promise<ModelJudged> {
  const open = verdicts.filter((verdict) => verdict.open !== 'no');
  const { context } = options;
  const text = open.map(({ statement }, at) => `${at + 1}. ${inFull(statement)}`).join('\n');
  const asked = await ask({
    ...options,
    turn,
    variables: variablesOf(turn, context, { text, context: evidenceOf(open, context) }),
    inputs: inputsOf(turn, context, 'claims', text),
    protocol: 'claims',
    maxOutputTokens: context.settings.max_output_tokens,
  });
  const parsed = findProtocol('claims')?.parse(asked.reply.text);
  if (!parsed?.ok || parsed.verdict.kind !== 'claims')
    return { verdicts, usage: asked.usage, problem: parsed?.ok === false ? parsed.error : 'no judgement' };
  const said = new Map(parsed.verdict.judgements.map((judgement) => [judgement.n, judgement]));
  return {
    usage: asked.usage,
    verdicts: verdicts.map((verdict) => {
      const judgement = said.get(open.indexOf(verdict) + 1);
      return judgement ? { ...verdict, status: judgement.status, why: judgement.why, by: 'model' } : verdict;
    }),
  };
}

/** A sentence in one line, behind the one that announces its list: without it, an item may say the opposite. */
function inFull({ body, under }: Verdict['statement']): string {
  return (under === undefined ? body : `${under} ${body}`).replace(/\s+/g, ' ');
}

/** Upper bound of the call's tokens, for the budget: evidence and sentences as input, the longest reply as output. */
export function sizeOf(
  verdicts: readonly Verdict[],
  context: HopContext,
): Pick<ModelCall, 'inputTokens' | 'outputTokens'> {
  const open = verdicts.filter((verdict) => verdict.open !== 'no');
  const sentences = open.map(({ statement }) => inFull(statement)).join('\n');
  const inputTokens = countTokens(evidenceOf(open, context)) + countTokens(sentences);
  return { inputTokens, outputTokens: context.settings.max_output_tokens };
}

/** The evidence for the open sentences, within `max_context_tokens`. */
function evidenceOf(open: readonly Verdict[], { settings }: HopContext): string {
  const items = new Map(open.flatMap(({ sources }) => sources).map(({ item }) => [item.n, item]));
  const sorted = [...items.values()].toSorted((a, b) => a.n - b.n);
  return truncateToTokens(formatAllEvidence(sorted).join('\n\n'), settings.max_context_tokens);
}
