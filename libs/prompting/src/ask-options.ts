import type { ChatInputs, ChatModel, ChatMessage } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import type { ContextPack, ModelCall, Reply, Stop, Tool, Turn } from '@quarry/turn';
import type { PromptParams } from './params';

export interface Asked {
  readonly reply: Reply;
  /** The model calls that were made, with those that were broken off; none of the extractive responder. */
  readonly usage: readonly ModelCall[];
  /** True if the first reply broke the protocol and one repair attempt was made. */
  readonly repaired: boolean;
  /**
   * Recorded in the turn if rules replied instead of a model that was over budget or late, or if the prompt was
   * shortened.
   */
  readonly patch: { readonly stop?: Stop; readonly context?: ContextPack };
}

export interface AskOptions {
  readonly chat: ChatModel;
  readonly context: HopContext;
  readonly turn: Turn;
  /** The evidence of the prompt within this many tokens, for a prompt that exceeds the budget. */
  readonly shorten?: (tokens: number) => ContextPack;
  /** The step's prompt file, e.g. `prompts/answer.md`, and the parameters of its reply. */
  readonly params: PromptParams;
  readonly variables: PromptVariables;
  /** Messages since the question: an agent's calls and their results. */
  readonly conversation?: readonly ChatMessage[];
  /** Tools that the model may call. Its calls become text of the reply protocol `agent`. */
  readonly tools?: readonly Tool[];
  readonly inputs: ChatInputs;
  /** Name of the reply protocol; null for free text (translations, summaries). */
  readonly protocol: string | null;
  /** Longest reply in tokens, unless `params` sets a lower limit. */
  readonly maxOutputTokens: number;
  /** Receives the text that users may see while the reply arrives, escaped; markers are held back. */
  readonly onText?: (text: string) => void;
}
