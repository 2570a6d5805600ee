import type { ChatModel, ChatRequest } from '../port';

/** A generative model that says the given texts in order, the last one for ever; keeps what it was asked. */
export function chatThatSays(...texts: readonly string[]): ChatModel & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    id: 'said-1',
    generative: true,
    asked,
    complete(request) {
      const text = texts[Math.min(asked.length, texts.length - 1)] ?? '';
      asked.push(request);
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) request.onDelta?.(piece);
      return Promise.resolve({ text, model: 'said-1', inputTokens: 10, outputTokens: 5, finish: 'stop' });
    },
  };
}
