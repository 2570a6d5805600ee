import type {
  Assessment,
  Calculation,
  Evidence,
  Finding,
  HistoryEntry,
  Miss,
  Need,
  OutlineSection,
  IndexCoverage,
  Stop,
  Turn,
} from '@quarry/turn';

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ChatToolCall[];
    }
  /** Result of the call with that id. */
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool call by the model. */
export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, not validated. */
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
 * The data behind the prompt, for responders that do not read prose. HTTP models get `messages` only. `task` is the
 * reply protocol's name (`router`, `answer`) or `translate`, `summarize`, `condense`.
 */
export interface ChatInputs {
  readonly task: string;
  readonly question: string;
  readonly evidence: readonly Evidence[];
  readonly history: readonly HistoryEntry[];
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
  /** Names that the code graph can define and the evidence does not contain yet, best first. */
  readonly definable: readonly string[];
  /**
   * Those of `definable` that code in the evidence calls, runs, reads or writes, according to the graph; absent without
   * a graph.
   */
  readonly called?: readonly string[];
  /** Text to translate, summarize or condense. */
  readonly text?: string;
  readonly pass: number;
  /** True if the loop has stopped: nothing that a reply requests is looked up any more. */
  readonly stopped?: boolean;
  /** Set if no indexed file passes the filter of the question: a clause with the nearest paths. */
  readonly unmatched?: string;
  /** What the filter of the question leaves to be searched, e.g. `the files in 'src'`; absent without a filter. */
  readonly within?: string;
  /** All queries so far, of all passes. */
  readonly queries: readonly string[];
  readonly assessments: readonly Assessment[];
  /** Retrieval modes that the router may choose. */
  readonly modes: readonly string[];
  /**
   * The question's coverage, and the lowest probability (0..1) of an answer at which to answer; absent if it was not
   * measured.
   */
  readonly coverage?: IndexCoverage & { readonly minAnswerable: number };
  /** Inputs of an extraction and its evaluator; absent if the pipeline has neither. */
  readonly extraction?: ExtractionInputs;
}

/** Inputs of an extraction and its evaluator, in addition to the question (001). */
export interface ExtractionInputs {
  /** What this pass looks for. */
  readonly items: readonly string[];
  /** Sections that the prompt shows. */
  readonly sections: readonly OutlineSection[];
  /** Pages of sections that this pass has read, in order; `section` is the requested one. */
  readonly read: readonly Evidence[];
  /** Calls of this pass so far. */
  readonly calls: readonly Need[];
  readonly findings: readonly Finding[];
  readonly calculations: readonly Calculation[];
  /** True if no tool is offered any more: the extraction must use what it has read. */
  readonly lastTurn: boolean;
  /** True if nothing more can be requested. */
  readonly lastPass: boolean;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly inputs: ChatInputs;
  /** Tools that the model may call instead of answering. */
  readonly tools?: readonly ChatTool[];
  /**
   * JSON Schema that the reply must satisfy. Enforced if the server supports it; otherwise only the prompt requests it.
   */
  readonly replySchema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxOutputTokens: number;
  /**
   * Requests with the same key are likely to begin alike: a provider with several machines sends them to the same one,
   * whose cache has that beginning. Must not identify anyone.
   */
  readonly cacheKey?: string;
  /** 0..2; 0 by default. */
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of text as it arrives. */
  readonly onDelta?: (text: string) => void;
}

export interface ChatReply {
  readonly text: string;
  /** Tool calls of the reply, in order; absent without calls. */
  readonly toolCalls?: readonly ChatToolCall[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of `inputTokens` that the provider read from its cache; absent if it reported none. */
  readonly cachedTokens?: number;
  /** Those of `inputTokens` that the provider wrote to its cache at their own price; absent if it reported none. */
  readonly cacheWriteTokens?: number;
  readonly finish: 'stop' | 'length';
}

/** A generator of text. The adapter handles retries, timeouts and `Retry-After`. */
export interface ChatModel {
  /** Model name, or `extractive`. */
  readonly id: string;
  /** False for the extractive responder: it generates no text, and its answers say so. */
  readonly generative: boolean;
  /**
   * Present if it depends on the turn which model may see its prompts: that one, or why none may.
   * @throws Fault `store_unavailable`
   */
  readonly choose?: (turn: Turn) => Promise<ChatModel | Stop>;
  /**
   * Generates one reply.
   * @throws Fault `model_unavailable`, `model_refused` (bad key, unknown model, too long, declined: not retryable),
   *   `model_bad_reply`
   * (not a chat endpoint), `model_timeout`, `cancelled`, or the Fault with which the signal was aborted.
   */
  complete(request: ChatRequest): Promise<ChatReply>;
}
