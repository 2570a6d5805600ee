import type { RecordedRequest, ScriptedReply } from './script';

/** How a protocol writes what the script says. */
export interface Dialect {
  /** Complete body of a reply that is not streamed. */
  whole(reply: ScriptedReply): unknown;
  /** Events before, for, and behind the deltas, as SSE text. */
  opening(reply: ScriptedReply): string;
  delta(text: string): string;
  closing(reply: ScriptedReply): string;
  error(type: string, message: string): unknown;
  errorEvent(type: string, message: string): string;
}

/** Counts that a reply reports: its own, or four characters a token. */
function usageOf(request: RecordedRequest, reply: ScriptedReply): { input: number; output: number } | null {
  if (reply.usage !== undefined) return reply.usage;
  const input = Math.ceil((request.system.length + request.last.length) / 4);
  return { input, output: Math.ceil((reply.text ?? '').length / 4) };
}

function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Chat completions. Usage is streamed only where it was asked for, as OpenAI does. */
export function openAiDialect(request: RecordedRequest): Dialect {
  const frame = { id: 'chatcmpl-1', created: 1, model: request.body['model'] };
  const chunk = (choices: unknown[], more: object = {}) =>
    event({ ...frame, object: 'chat.completion.chunk', choices, ...more });
  const finishOf = (reply: ScriptedReply) =>
    reply.finish === 'refused' ? 'content_filter' : (reply.finish ?? 'stop');
  const usageFields = (reply: ScriptedReply) => {
    const usage = usageOf(request, reply);
    if (!usage) return {};
    const { input, output } = usage;
    return { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } };
  };
  const wantsUsage = JSON.stringify(request.body['stream_options'] ?? {}).includes('"include_usage":true');
  return {
    whole: (reply) => ({
      ...frame,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: reply.text ?? '' },
          finish_reason: finishOf(reply),
        },
      ],
      ...usageFields(reply),
    }),
    opening: () => chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    delta: (text) => chunk([{ index: 0, delta: { content: text }, finish_reason: null }]),
    closing: (reply) =>
      chunk([{ index: 0, delta: {}, finish_reason: finishOf(reply) }]) +
      (wantsUsage && usageOf(request, reply) ? chunk([], usageFields(reply)) : '') +
      'data: [DONE]\n\n',
    error: (type, message) => ({ error: { message, type, code: type, param: null } }),
    errorEvent: (type, message) => event({ error: { message, type, code: type, param: null } }),
  };
}

/** Anthropic's messages. */
export function anthropicDialect(request: RecordedRequest): Dialect {
  const reasonOf = (reply: ScriptedReply) =>
    reply.finish === 'refused' ? 'refusal' : reply.finish === 'length' ? 'max_tokens' : 'end_turn';
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: request.body['model'] };
  return {
    whole: (reply) => {
      const usage = usageOf(request, reply);
      return {
        ...message,
        content: [{ type: 'text', text: reply.text ?? '' }],
        stop_reason: reasonOf(reply),
        stop_sequence: null,
        ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
      };
    },
    opening: (reply) =>
      event(
        {
          type: 'message_start',
          message: {
            ...message,
            content: [],
            stop_reason: null,
            usage: { input_tokens: usageOf(request, reply)?.input ?? 0, output_tokens: 1 },
          },
        },
        'message_start',
      ) +
      event(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        'content_block_start',
      ) +
      event({ type: 'ping' }, 'ping'),
    delta: (text) =>
      event(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
        'content_block_delta',
      ),
    closing: (reply) => {
      const usage = usageOf(request, reply);
      const counts = usage ? { usage: { output_tokens: usage.output } } : {};
      return (
        event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
        event(
          { type: 'message_delta', delta: { stop_reason: reasonOf(reply), stop_sequence: null }, ...counts },
          'message_delta',
        ) +
        event({ type: 'message_stop' }, 'message_stop')
      );
    },
    error: (type, text) => ({ type: 'error', error: { type, message: text } }),
    errorEvent: (type, text) => event({ type: 'error', error: { type, message: text } }, 'error'),
  };
}
