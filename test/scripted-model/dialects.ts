import { argumentsOf, callId, usageOf } from './reply-parts';
import type { RecordedRequest, ScriptedCall, ScriptedReply, ScriptedUsage } from './script';

/** How a protocol encodes the script's replies. */
export interface Dialect {
  /** Complete body of a non-streamed reply. */
  whole(reply: ScriptedReply): unknown;
  /** Events before, for, and after the deltas, as SSE text. */
  opening(reply: ScriptedReply): string;
  delta(text: string): string;
  /** The `at`th call (from 0): its announcement, pieces of its arguments, and its end. */
  callOpening(call: ScriptedCall, at: number): string;
  callDelta(json: string, at: number): string;
  callClosing(at: number): string;
  closing(reply: ScriptedReply): string;
  error(type: string, message: string): unknown;
  errorEvent(type: string, message: string): string;
}

function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Chat completions. Usage is streamed only on request, as by OpenAI. */
export function openAiDialect(request: RecordedRequest): Dialect {
  const frame = { id: 'chatcmpl-1', created: 1, model: request.body['model'] };
  const chunk = (choices: unknown[], more: object = {}) =>
    event({ ...frame, object: 'chat.completion.chunk', choices, ...more });
  const finishOf = ({ finish, calls }: ScriptedReply) =>
    finish === 'refused' ? 'content_filter' : (finish ?? (calls ? 'tool_calls' : 'stop'));
  const callDeltas = (calls: readonly object[]) =>
    chunk([{ index: 0, delta: { tool_calls: calls }, finish_reason: null }]);
  const usageFields = (reply: ScriptedReply) => {
    const usage = usageOf(request, reply);
    if (!usage) return {};
    const { input, output, cached } = usage;
    const details = cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } };
    return {
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...details },
    };
  };
  const wantsUsage = JSON.stringify(request.body['stream_options'] ?? {}).includes('"include_usage":true');
  return {
    whole: (reply) => ({
      ...frame,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: reply.text ?? (reply.calls ? null : ''),
            ...(reply.calls
              ? {
                  tool_calls: reply.calls.map((call, at) => ({
                    id: callId(call, at),
                    type: 'function',
                    function: { name: call.name, arguments: argumentsOf(call) },
                  })),
                }
              : {}),
          },
          finish_reason: finishOf(reply),
        },
      ],
      ...usageFields(reply),
    }),
    opening: () => chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    delta: (text) => chunk([{ index: 0, delta: { content: text }, finish_reason: null }]),
    callOpening: (call, at) =>
      callDeltas([
        {
          index: at,
          id: callId(call, at),
          type: 'function',
          function: { name: call.name, arguments: '' },
        },
      ]),
    callDelta: (json, at) => callDeltas([{ index: at, function: { arguments: json } }]),
    callClosing: () => '',
    closing: (reply) =>
      chunk([{ index: 0, delta: {}, finish_reason: finishOf(reply) }]) +
      (wantsUsage && usageOf(request, reply) ? chunk([], usageFields(reply)) : '') +
      'data: [DONE]\n\n',
    error: (type, message) => ({ error: { message, type, code: type, param: null } }),
    errorEvent: (type, message) => event({ error: { message, type, code: type, param: null } }),
  };
}

/** Anthropic counts cached input apart from the rest. */
function inputOf({ input, cached, written }: ScriptedUsage): Record<string, number> {
  return {
    input_tokens: input - (cached ?? 0) - (written ?? 0),
    ...(cached === undefined ? {} : { cache_read_input_tokens: cached }),
    ...(written === undefined ? {} : { cache_creation_input_tokens: written }),
  };
}

/** Anthropic's messages. */
export function anthropicDialect(request: RecordedRequest): Dialect {
  const reasonOf = ({ finish, calls }: ScriptedReply) =>
    finish === 'refused' ? 'refusal' : finish === 'length' ? 'max_tokens' : calls ? 'tool_use' : 'end_turn';
  // The text is block 0, followed by the calls.
  const block = (at: number) => at + 1;
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: request.body['model'] };
  return {
    whole: (reply) => {
      const usage = usageOf(request, reply);
      return {
        ...message,
        content: [
          { type: 'text', text: reply.text ?? '' },
          ...(reply.calls ?? []).map((call, at) => ({
            type: 'tool_use',
            id: callId(call, at),
            name: call.name,
            input: typeof call.arguments === 'string' ? {} : call.arguments,
          })),
        ],
        stop_reason: reasonOf(reply),
        stop_sequence: null,
        ...(usage ? { usage: { ...inputOf(usage), output_tokens: usage.output } } : {}),
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
            usage: { ...inputOf(usageOf(request, reply) ?? { input: 0, output: 0 }), output_tokens: 1 },
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
    callOpening: (call, at) =>
      event(
        {
          type: 'content_block_start',
          index: block(at),
          content_block: { type: 'tool_use', id: callId(call, at), name: call.name, input: {} },
        },
        'content_block_start',
      ),
    callDelta: (json, at) =>
      event(
        {
          type: 'content_block_delta',
          index: block(at),
          delta: { type: 'input_json_delta', partial_json: json },
        },
        'content_block_delta',
      ),
    callClosing: (at) => event({ type: 'content_block_stop', index: block(at) }, 'content_block_stop'),
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
