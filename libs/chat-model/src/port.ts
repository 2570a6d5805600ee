import type { Evidence, HistoryEntry, Miss, Need } from '@quarry/turn';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/**
 * What the prompt was made from, for responders that do not read prose. HTTP models get `messages` only.
 * `task` is the reply protocol's name (`router`, `answer`) or `translate`, `summarize`, `condense`.
 */
export interface ChatInputs {
  readonly task: string;
  readonly question: string;
  readonly evidence: readonly Evidence[];
  readonly history: readonly HistoryEntry[];
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
  /** Names for which the code graph has a definition that is not yet in the evidence, best first. */
  readonly definable: readonly string[];
  /** Those of `definable` that code in the evidence calls, runs, reads or writes, as the graph has it; absent where no graph was asked. */
  readonly called?: readonly string[];
  /** Text to translate, summarize or condense. */
  readonly text?: string;
  readonly pass: number;
  /** Retrieval modes that the router may choose. */
  readonly modes: readonly string[];
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly inputs: ChatInputs;
  readonly maxOutputTokens: number;
  /** 0..2; 0 by default. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of text as it arrives. */
  readonly onDelta?: (text: string) => void;
}

export interface ChatReply {
  readonly text: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly finish: 'stop' | 'length';
}

/** Writes words. Retries, time-outs and `Retry-After` are the adapter's. */
export interface ChatModel {
  /** Model name, or `extractive`. */
  readonly id: string;
  /** False for the extractive responder: no model writes, and answers say so. */
  readonly generative: boolean;
  /**
   * @throws Fault `model_unavailable`, `model_refused` (bad key, unknown model, too long, declined: not retryable),
   * `model_bad_reply` (not a chat endpoint), `model_timeout`, `cancelled` or the Fault that the signal was aborted with.
   */
  complete(request: ChatRequest): Promise<ChatReply>;
}
