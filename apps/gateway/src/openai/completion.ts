import { inert } from '@quarry/protocol';
import { confidenceOf, escapeMarks, noticeSentence, notFoundOf, type Turn } from '@quarry/turn';
import { annotationsOf, type LinkOf } from './annotations';
import type { ChatCompletion, QuarryPart, UrlCitation, Usage } from './chat.schema';

/** Most things that are listed as not found; the rest is counted. */
const MOST_NOT_FOUND = 8;

/** What OpenAI's clients get of a finished turn. */
export interface Completed {
  /** Of the turn. */
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
  const content = `${answer?.text ?? end.reason}${notFound(turn)}${notices(turn)}`;
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

/** What an answer that is not complete lacks, below it: a chat client shows nothing else of the turn. */
function notFound(turn: Turn): string {
  if (turn.end?.outcome === 'answered') return '';
  const lines = notFoundOf(turn).map(({ text, why, where }) => {
    const places = where.length > 0 ? `; searched: ${where.join(', ')}` : '';
    return `- \`${text.replace(/[`\s]+/g, ' ').trim()}\`: ${why}${places}`;
  });
  const more = lines.length - MOST_NOT_FOUND;
  const shown = [...lines.slice(0, MOST_NOT_FOUND), ...(more > 0 ? [`- and ${more} more`] : [])];
  return lines.length === 0 ? '' : escapeMarks(inert(`\n\nNot found:\n${shown.join('\n')}`));
}

/** What the index lacked, below the answer. */
function notices({ indexing = [] }: Turn): string {
  const text = indexing.map(noticeSentence).join(' ');
  return text === '' ? '' : escapeMarks(inert(`\n\n${text}`));
}

/** Fields of every chunk and response of a turn. */
export function headOf({ id, askedAt, pipeline }: Pick<Turn, 'id' | 'askedAt' | 'pipeline'>): {
  readonly id: string;
  readonly created: number;
  readonly model: string;
} {
  return {
    id,
    created: Math.floor(askedAt / 1_000),
    model: pipeline.slice(0, pipeline.lastIndexOf('@')),
  };
}

/** Identifier of a turn's chat completion. */
export function chatId(turnId: string): string {
  return `chatcmpl-${turnId}`;
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
    ...{ id: chatId(id), object: 'chat.completion', created, model },
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
    quarry,
  };
}
