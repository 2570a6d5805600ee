import type { ChatModel, ChatReply, ChatRequest } from '../port';

/** A text, or a reply with tool calls. */
type ScriptedReply = string | Pick<ChatReply, 'text' | 'toolCalls'>;

/** A model that returns scripted replies in order, the last one forever, and records its requests. */
export function chatThatSays(
  ...replies: readonly ScriptedReply[]
): ChatModel & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    id: 'said-1',
    generative: true,
    asked,
    complete(request) {
      const next = replies[Math.min(asked.length, replies.length - 1)] ?? '';
      const reply = typeof next === 'string' ? { text: next } : next;
      asked.push(request);
      for (const piece of reply.text.match(/[\s\S]{1,7}/g) ?? []) request.onDelta?.(piece);
      return Promise.resolve({ ...reply, model: 'said-1', inputTokens: 10, outputTokens: 5, finish: 'stop' });
    },
  };
}
