import type { ChatModel, ChatReply, ChatRequest } from '@quarry/chat-model';
import { countTokens } from '@quarry/turn';

/** What was said to a model, and what it said. */
export interface Said {
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

/** Passes everything on and counts it: what the prompts of a pipeline hold, also where no model reads them. */
export class CountingModel implements ChatModel {
  readonly id: string;
  readonly generative: boolean;
  private said: Said = { calls: 0, inputTokens: 0, outputTokens: 0 };

  constructor(private readonly model: ChatModel) {
    this.id = model.id;
    this.generative = model.generative;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    const reply = await this.model.complete(request);
    this.said = {
      calls: this.said.calls + 1,
      inputTokens: this.said.inputTokens + requestTokens(request),
      outputTokens: this.said.outputTokens + replyTokens(reply),
    };
    return reply;
  }

  /** What was said since the last time that this was asked. */
  take(): Said {
    const said = this.said;
    this.said = { calls: 0, inputTokens: 0, outputTokens: 0 };
    return said;
  }
}
