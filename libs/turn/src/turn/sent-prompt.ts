/** One message of a conversation as a model was sent it. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Tools that the model had called. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Call that the message is the result of. */
  readonly toolCallId?: string;
}

/** What one model call of a turn was sent, beside the turn's log, which has the reply and this hash. */
export interface SentPrompt {
  readonly step: string;
  /** Prompt file of the pipeline. */
  readonly prompt: string;
  /** SHA-256 of the messages, in hex, as in the log's `model.replied`. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly messages: readonly PromptMessage[];
}
