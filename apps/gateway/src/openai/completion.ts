import { confidenceOf, type Turn } from '@quarry/turn';
import { annotationsOf, type LinkOf } from './annotations';
import type { ChatCompletion, QuarryPart, UrlCitation, Usage } from './chat.schema';

/** Parts of a chat completion that come from a finished turn. */
export interface Completed {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly content: string;
  readonly annotations: readonly UrlCitation[];
  readonly finishReason: 'stop' | 'length';
  readonly usage: Usage;
  readonly quarry: QuarryPart;
}

/** Returns the completion of a turn; null if the turn failed or was cancelled. */
export function completedOf(turn: Turn, linkOf: LinkOf): Completed | null {
  const { answer, end, spent } = turn;
  if (!end || end.outcome === 'failed' || end.outcome === 'cancelled') return null;
  const content = answer?.text ?? end.reason;
  const confidence = confidenceOf(turn);
  return {
    ...headOf(turn),
    content,
    annotations: annotationsOf(content, answer?.citations ?? [], linkOf),
    finishReason: end.outcome === 'budget' ? 'length' : 'stop',
    usage: {
      prompt_tokens: spent.inputTokens,
      completion_tokens: spent.outputTokens,
      total_tokens: spent.inputTokens + spent.outputTokens,
    },
    quarry: {
      turn: turn.id,
      session: turn.session,
      outcome: end.outcome,
      reason: end.reason,
      confidence: confidence?.level ?? null,
      disclaimer: confidence?.disclaimer ?? null,
    },
  };
}

/** Fields of every chunk of a completion. */
function headOf({ id, askedAt, pipeline }: Pick<Turn, 'id' | 'askedAt' | 'pipeline'>): {
  readonly id: string;
  readonly created: number;
  readonly model: string;
} {
  return {
    id: `chatcmpl-${id}`,
    created: Math.floor(askedAt / 1_000),
    model: pipeline.slice(0, pipeline.lastIndexOf('@')),
  };
}

/** The reply to a request that does not stream. */
export function completionBody({
  id,
  created,
  model,
  quarry,
  usage,
  ...completed
}: Completed): ChatCompletion {
  const { content, annotations, finishReason } = completed;
  const message = { role: 'assistant' as const, content, refusal: null, annotations: [...annotations] };
  return {
    ...{ id, object: 'chat.completion', created, model },
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
    quarry,
  };
}
