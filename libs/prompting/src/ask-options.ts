import type { ChatInputs, ChatModel, ChatMessage } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import type { ContextPack, ModelCall, Reply, Stop, Tool, Turn } from '@quarry/turn';
import type { PromptParams } from './params';

export interface Asked {
  readonly reply: Reply;
  /** The model calls that were made, with those that were broken off; none of the extractive responder. */
  readonly usage: readonly ModelCall[];
  /** Set where the first reply broke the protocol and one repair attempt was made. */
  readonly repaired: boolean;
  /** What the turn is to note, where rules replied in the place of a model that may not be asked or was late, or where the prompt was shortened. */
  readonly patch: { readonly stop?: Stop; readonly context?: ContextPack };
}

export interface AskOptions {
  readonly chat: ChatModel;
  readonly context: HopContext;
  readonly turn: Turn;
  /** The evidence of the prompt within so many tokens, for a prompt that the budget does not allow as it is. */
  readonly shorten?: (tokens: number) => ContextPack;
  /** The step's prompt file, e.g. `prompts/answer.md`, and how it wants to be answered. */
  readonly params: PromptParams;
  readonly variables: PromptVariables;
  /** What was said since the question: an agent's calls and their results. */
  readonly conversation?: readonly ChatMessage[];
  /** Tools that the model may call; its calls become text of the reply protocol `agent`. */
  readonly tools?: readonly Tool[];
  readonly inputs: ChatInputs;
  /** Reply protocol's name; null for free text (translations, summaries). */
  readonly protocol: string | null;
  /** Longest reply in tokens, unless `params` wants a shorter one. */
  readonly maxOutputTokens: number;
  /** Receives the text that users may see while the reply arrives, inert; markers are held back. */
  readonly onText?: (text: string) => void;
}
