import type { Anthropic } from '@anthropic-ai/sdk' with { 'resolution-mode': 'import' };
import type { ChatMessage, ChatRequest } from '../port';
import { messagesAsText } from '../tool-text';

type Body = Pick<Anthropic.MessageCreateParamsStreaming, 'messages' | 'tools' | 'system'>;

/** Up to here, the provider keeps what it computed for the prompt, for the next one that begins alike. */
const BREAKPOINT = { cache_control: { type: 'ephemeral' as const } };

/**
 * Converts messages, tools and system text to Anthropic's format. A conversation may contain calls only if tools are
 * offered; otherwise they are converted to text.
 * @param caches sets breakpoints where prompts stop to be alike: after tools and system text, which a step always
 *   sends, and after a conversation that grows with each reply. Prompts too short to be cached are unaffected.
 */
export function bodyOf({ messages, tools }: ChatRequest, caches = true): Body {
  const system = messages.filter((message) => message.role === 'system');
  const conversation = tools ? messages : messagesAsText(messages);
  const said = conversation.reduce<Anthropic.MessageParam[]>(append, []);
  const text = system.map((message) => message.content).join('\n\n');
  return {
    messages: caches && said.some(({ role }) => role === 'assistant') ? withBreakpoint(said) : said,
    ...(text === '' ? {} : { system: caches ? [{ type: 'text', text, ...BREAKPOINT }] : text }),
    ...(tools
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: { ...parameters, type: 'object' as const },
          })),
        }
      : {}),
  };
}

/** The last block of the last message ends what the next request repeats. */
function withBreakpoint(said: readonly Anthropic.MessageParam[]): Anthropic.MessageParam[] {
  const last = said.at(-1);
  if (last?.role !== 'user') return [...said];
  const blocks =
    typeof last.content === 'string' ? [{ type: 'text' as const, text: last.content }] : last.content;
  const end = blocks.at(-1);
  const isMarkable = end?.type === 'tool_result' || (end?.type === 'text' && end.text !== '');
  if (!isMarkable) return [...said];
  return [
    ...said.slice(0, -1),
    { role: 'user', content: [...blocks.slice(0, -1), { ...end, ...BREAKPOINT }] },
  ];
}

/** The results of all calls of a reply must be in the single message that follows it. */
function append(done: Anthropic.MessageParam[], message: ChatMessage): Anthropic.MessageParam[] {
  if (message.role === 'system') return done;
  if (message.role !== 'tool') return [...done, { role: message.role, content: contentOf(message) }];
  const result = {
    type: 'tool_result' as const,
    tool_use_id: idOf(message.toolCallId),
    content: message.content,
  };
  const last = done.at(-1);
  if (last?.role === 'user' && Array.isArray(last.content))
    return [...done.slice(0, -1), { role: 'user', content: [...last.content, result] }];
  return [...done, { role: 'user', content: [result] }];
}

function contentOf(message: Exclude<ChatMessage, { role: 'tool' }>): Anthropic.MessageParam['content'] {
  if (message.role !== 'assistant' || !message.toolCalls?.length) return message.content;
  const text = message.content === '' ? [] : [{ type: 'text' as const, text: message.content }];
  const calls = message.toolCalls.map(({ id, name, arguments: args }) => ({
    type: 'tool_use' as const,
    id: idOf(id),
    name,
    input: inputOf(args),
  }));
  return [...text, ...calls];
}

/** The API accepts letters, digits, `_` and `-`; ids from another vendor may contain other characters. */
function idOf(id: string): string {
  return id.replace(/[^\w-]/g, '_');
}

/** Arguments as an object, as the API requires; empty if they are not an object. */
function inputOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
