import type { ChatModel } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import { ask, formatEvidence, inputsOf, variablesOf, type PromptParams } from '@quarry/prompting';
import { findProtocol } from '@quarry/protocol';
import { countTokens, truncateToTokens } from '@quarry/tokens';
import type { ModelCall, Turn } from '@quarry/turn';
import type { Verdict } from './verdict';

export interface ModelJudged {
  readonly verdicts: readonly Verdict[];
  readonly usage: readonly ModelCall[];
  /** Set where the reply could not be read. */
  readonly problem?: string;
}

/** Worth a call: a sentence that is called unsupported, though no name of code, number or quotation of it is missing. */
export function needsModel(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ open, status }) => open !== 'no' && status === 'unsupported');
}

/** Asks the model, in one call, about all sentences that are still open. */
export async function judgeByModel(
  verdicts: readonly Verdict[],
  turn: Turn,
  options: { readonly chat: ChatModel; readonly context: HopContext; readonly params: PromptParams },
): Promise<ModelJudged> {
  const open = verdicts.filter((verdict) => verdict.open !== 'no');
  const { context } = options;
  const text = open
    .map(({ statement }, at) => `${at + 1}. ${statement.body.replace(/\s+/g, ' ')}`)
    .join('\n');
  const asked = await ask({
    ...options,
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

/** What the call will take at most, for the budget: the evidence and the sentences in, the longest reply out. */
export function sizeOf(
  verdicts: readonly Verdict[],
  context: HopContext,
): Pick<ModelCall, 'inputTokens' | 'outputTokens'> {
  const open = verdicts.filter((verdict) => verdict.open !== 'no');
  const sentences = open.map(({ statement }) => statement.body).join('\n');
  const inputTokens = countTokens(evidenceOf(open, context)) + countTokens(sentences);
  return { inputTokens, outputTokens: context.settings.max_output_tokens };
}

/** What the open sentences are held against, within `max_context_tokens`. */
function evidenceOf(open: readonly Verdict[], { settings }: HopContext): string {
  const items = new Map(open.flatMap(({ sources }) => sources).map(({ item }) => [item.n, item]));
  const sorted = [...items.values()].toSorted((a, b) => a.n - b.n);
  return truncateToTokens(sorted.map(formatEvidence).join('\n\n'), settings.max_context_tokens);
}
