import type {
  Assessment,
  Calculation,
  Evidence,
  Finding,
  HistoryEntry,
  Miss,
  Need,
  OutlineSection,
  Standing,
} from '@quarry/turn';

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ChatToolCall[];
    }
  /** What a tool gave for the call of that id. */
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A call of a tool by the model. */
export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it: not checked. */
  readonly arguments: string;
}

/** A tool that the model may call. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
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
  /** Queries that were searched for so far, in all passes. */
  readonly queries: readonly string[];
  readonly assessments: readonly Assessment[];
  /** Retrieval modes that the router may choose. */
  readonly modes: readonly string[];
  /** How the question stands to the index, and the least likelihood (0..1) of an answer for which to give one; absent where nobody measured it. */
  readonly standing?: Standing & { readonly minAnswerable: number };
  /** What an extraction and its judge know; absent where the pipeline has neither. */
  readonly extraction?: ExtractionInputs;
}

/** What an extraction and its judge know beside the question (001). */
export interface ExtractionInputs {
  /** What is looked for in this pass. */
  readonly items: readonly string[];
  /** Sections that the prompt shows. */
  readonly sections: readonly OutlineSection[];
  /** Pages of sections that were read in this pass, in order; their `section` is the one that was asked for. */
  readonly read: readonly Evidence[];
  /** Calls of this pass so far. */
  readonly calls: readonly Need[];
  readonly findings: readonly Finding[];
  readonly calculations: readonly Calculation[];
  /** True where no tool is offered any more: what was read is all there is. */
  readonly lastTurn: boolean;
  /** True where nothing more can be looked for. */
  readonly lastPass: boolean;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly inputs: ChatInputs;
  /** Tools that the model may call instead of answering. */
  readonly tools?: readonly ChatTool[];
  /** JSON Schema that the reply must satisfy; enforced where the server can, else the prompt alone asks for it. */
  readonly replySchema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxOutputTokens: number;
  /** 0..2; 0 by default. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of text as it arrives. */
  readonly onDelta?: (text: string) => void;
}

export interface ChatReply {
  readonly text: string;
  /** Tools that it calls, in order; absent where it calls none. */
  readonly toolCalls?: readonly ChatToolCall[];
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
