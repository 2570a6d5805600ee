import type { OpenAI } from 'openai' with { 'resolution-mode': 'import' };
import type { ChatMessage, ChatRequest } from '../port';
import { messagesAsText } from '../tool-text';
import type { Dialect } from './dialect';

type Body = Pick<
  OpenAI.ChatCompletionCreateParamsStreaming,
  | 'messages'
  | 'tools'
  | 'response_format'
  | 'stream_options'
  | 'temperature'
  | 'max_tokens'
  | 'prompt_cache_key'
>;

/** Converts the request to a dialect. */
export function bodyOf(request: ChatRequest, dialect: Dialect): Body {
  const tools = dialect.tools ? request.tools : undefined;
  const messages = tools ? request.messages : messagesAsText(request.messages);
  const format = formatOf(request, dialect);
  return {
    messages: messages.map(wireMessage),
    ...(tools
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } },
          })),
        }
      : {}),
    ...(format ? { response_format: format } : {}),
    ...(dialect.usage ? { stream_options: { include_usage: true } } : {}),
    ...(dialect.temperature ? { temperature: request.temperature ?? 0 } : {}),
    ...(dialect.cacheKey && request.cacheKey !== undefined ? { prompt_cache_key: request.cacheKey } : {}),
    [dialect.limit]: request.maxOutputTokens,
  };
}

function formatOf({ replySchema }: ChatRequest, { format }: Dialect): Body['response_format'] {
  if (!replySchema || format === 'none') return undefined;
  if (format === 'json_object') return { type: 'json_object' };
  const { name, schema } = replySchema;
  return { type: 'json_schema', json_schema: { name, strict: true, schema: { ...schema } } };
}

function wireMessage(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant': {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: 'assistant', content };
      const calls = toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: args },
      }));
      return { role: 'assistant', content: content === '' ? null : content, tool_calls: calls };
    }
    default:
      return message;
  }
}
