import { Fault, type Turn } from '@quarry/turn';
import type { LinkOf } from './annotations';
import type { UrlCitation } from './chat.schema';
import { completedOf, headOf, type Completed } from './completion';
import { failureOf } from './failure';
import type { ResponseBody, ResponseMessage } from './responses.schema';

const PREFIX = 'resp_';

/** Identifier of a turn's response. */
function responseId(turnId: string): string {
  return `${PREFIX}${turnId}`;
}

/** @throws Fault `turn_unknown` for an id that no response has */
export function turnIdOf(id: string): string {
  if (id.startsWith(PREFIX)) return id.slice(PREFIX.length);
  throw new Fault('turn_unknown', `There is no response '${id.slice(0, 100)}'.`);
}

/** What a response has besides its turn. */
interface Extras {
  readonly isBackground: boolean;
  readonly previous: string | null;
}

/** The response of a turn, running or ended. */
export function responseOf(turn: Turn, linkOf: LinkOf, { isBackground, previous }: Extras): ResponseBody {
  const completed = completedOf(turn, linkOf);
  const { created, model } = headOf(turn);
  const isCut = completed?.finishReason === 'length';
  const failure = turn.end && !completed ? failureOf(turn) : null;
  return {
    ...{ id: responseId(turn.id), object: 'response', created_at: created },
    status: statusOf(turn, completed),
    background: isBackground,
    error: failure && { code: failure.code, message: failure.detail },
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    ...{ instructions: null, model },
    output: completed ? [messageOf(completed)] : [],
    previous_response_id: previous,
    ...{ parallel_tool_calls: true, temperature: null, top_p: null, tool_choice: 'auto', tools: [] },
    usage: completed && usageOf(completed),
    metadata: {},
    quarry: completed?.quarry ?? null,
  };
}

function statusOf({ end }: Turn, completed: Completed | null): ResponseBody['status'] {
  if (!end) return 'in_progress';
  if (completed) return completed.finishReason === 'length' ? 'incomplete' : 'completed';
  return end.outcome === 'cancelled' ? 'cancelled' : 'failed';
}

/** Identifier of a version of a turn's answer. */
export function messageId(turnId: string, version = 0): string {
  return version === 0 ? `msg_${turnId}` : `msg_${turnId}_${version}`;
}

function messageOf({ id, content, annotations, finishReason }: Completed): ResponseMessage {
  return {
    ...{ id: messageId(id), type: 'message', role: 'assistant' },
    status: finishReason === 'length' ? 'incomplete' : 'completed',
    content: [textPart(content, annotations)],
  };
}

/** An answer, or a part of one, as the content of a message. */
export function textPart(text: string, annotations: readonly UrlCitation[]): ResponseMessage['content'][0] {
  return {
    ...{ type: 'output_text', text },
    annotations: annotations.map(({ type, url_citation: place }) => ({ type, ...place })),
    logprobs: [],
  };
}

function usageOf({ usage }: Completed): ResponseBody['usage'] {
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.total_tokens,
  };
}
