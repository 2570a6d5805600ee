import type { ChatModel, ChatReply, ChatRequest } from '@quarry/chat-model';
import { countTokens } from '@quarry/turn';

/** The requests to a model, and its replies. */
export interface Usage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Tokens of a request's messages and tools, by the estimate that the pipelines' budgets use. */
export function requestTokens({ messages, tools = [] }: ChatRequest): number {
  return messages.reduce(
    (sum, message) => {
      const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
      return (
        sum +
        countTokens(message.content) +
        countTokens(calls.map((call) => call.name + call.arguments).join(' '))
      );
    },
    countTokens(tools.length === 0 ? '' : JSON.stringify(tools)),
  );
}

export function replyTokens({ text, toolCalls = [] }: Pick<ChatReply, 'text' | 'toolCalls'>): number {
  return countTokens(text) + countTokens(toolCalls.map((call) => call.name + call.arguments).join(' '));
}

/** Forwards every request and counts it: the size of a pipeline's prompts, even if no model reads them. */
export class CountingModel implements ChatModel {
  readonly id: string;
  readonly generative: boolean;
  private usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

  constructor(private readonly model: ChatModel) {
    this.id = model.id;
    this.generative = model.generative;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    const reply = await this.model.complete(request);
    this.usage = {
      calls: this.usage.calls + 1,
      inputTokens: this.usage.inputTokens + requestTokens(request),
      outputTokens: this.usage.outputTokens + replyTokens(reply),
    };
    return reply;
  }

  /** The requests since the last call of this method. */
  take(): Usage {
    const usage = this.usage;
    this.usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
    return usage;
  }
}
