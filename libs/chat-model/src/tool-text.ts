import type { ChatMessage, ChatToolCall } from './port';

/**
 * Tool calls in the format of the reply protocol `agent`: `[Calling tools:]`, then one JSON object per line. Arguments
 * that are not JSON stay text, so that the protocol's parser can report what is wrong with them.
 */
export function callsAsText(calls: readonly ChatToolCall[]): string {
  const lines = calls.map(({ id, name, arguments: args }) =>
    JSON.stringify({ id, tool: name, arguments: parsed(args) }),
  );
  return ['[Calling tools:]', ...lines].join('\n');
}

/** The messages for a model without tools: calls and their results as text, messages of one role joined. */
export function messagesAsText(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const plain: { role: 'system' | 'user' | 'assistant'; content: string }[] = [];
  for (const message of messages) {
    const { role, content } = asText(message);
    const last = plain.at(-1);
    if (message.role === 'tool' && last?.role === role) last.content += `\n\n${content}`;
    else plain.push({ role, content });
  }
  return plain;
}

function asText(message: ChatMessage): {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
} {
  switch (message.role) {
    case 'tool':
      return { role: 'user', content: `Result of call ${message.toolCallId}:\n${message.content}` };
    case 'assistant': {
      const { content, toolCalls = [] } = message;
      const calls = toolCalls.length > 0 ? [callsAsText(toolCalls)] : [];
      return { role: 'assistant', content: [content, ...calls].filter((part) => part !== '').join('\n\n') };
    }
    default:
      return message;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
