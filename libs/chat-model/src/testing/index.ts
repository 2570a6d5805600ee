import type { ChatModel, ChatReply, ChatRequest } from '../port';

/** A text, or a reply that calls tools. */
type Said = string | Pick<ChatReply, 'text' | 'toolCalls'>;

/** A generative model that says the given replies in order, the last one for ever; keeps what it was asked. */
export function chatThatSays(...replies: readonly Said[]): ChatModel & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    id: 'said-1',
    generative: true,
    asked,
    complete(request) {
      const said = replies[Math.min(asked.length, replies.length - 1)] ?? '';
      const reply = typeof said === 'string' ? { text: said } : said;
      asked.push(request);
      for (const piece of reply.text.match(/[\s\S]{1,7}/g) ?? []) request.onDelta?.(piece);
      return Promise.resolve({ ...reply, model: 'said-1', inputTokens: 10, outputTokens: 5, finish: 'stop' });
    },
  };
}
