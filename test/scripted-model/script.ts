/** A received request, in one form for both protocols. */
export interface RecordedRequest {
  readonly protocol: 'openai' | 'anthropic' | 'embeddings' | 'models';
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  /** All system text, joined by blank lines. */
  readonly system: string;
  /** The last message that is not a system message. */
  readonly last: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Resolves if the client disconnects before it has the whole reply. */
  readonly gone: Promise<void>;
}

/** Faults. Those that need text use the reply's. */
export type ScriptedFault =
  /** An error response; `retryAfter` in seconds, or a date. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: string | number;
      readonly message?: string;
      readonly code?: string;
    }
  /** A response in an unknown format. */
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** No response; with `after`, silence after that many characters (of the text, then of the calls' arguments). */
  | { readonly kind: 'hang'; readonly after?: number }
  /** The connection is broken, before the first byte or after that many characters. */
  | { readonly kind: 'cut'; readonly after?: number }
  /** The stream ends cleanly, but in the middle of the reply. */
  | { readonly kind: 'unfinished'; readonly after: number }
  /** Status 200 with a page of HTML. */
  | { readonly kind: 'garbage' }
  /** Events whose data is not JSON. */
  | { readonly kind: 'broken_json' }
  /** JSON in another format than the protocol's. */
  | { readonly kind: 'wrong_json' }
  /** The reply's text, repeated endlessly. */
  | { readonly kind: 'endless' }
  /** A pause before each delta. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The stream pauses after about that many characters, until the promise resolves. */
  | { readonly kind: 'held'; readonly after: number; readonly until: Promise<void> }
  /** An error event instead of the reply, or after that many characters. */
  | {
      readonly kind: 'error_event';
      readonly type: string;
      readonly message?: string;
      readonly after?: number;
    };

/** A tool call. Arguments that are text are sent unchanged, valid or not. */
export interface ScriptedCall {
  /** `call_1` and following by default; empty: none is sent. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: string | Readonly<Record<string, unknown>>;
}

/** Token counts; `cached` and `written` are parts of `input`. */
export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  /** Read from the provider's cache. */
  readonly cached?: number;
  /** Written to it; only Anthropic reports that. */
  readonly written?: number;
}

export interface ScriptedReply {
  readonly text?: string;
  /** After the text. */
  readonly calls?: readonly ScriptedCall[];
  /** Token counts; by default estimated (four characters per token), omitted if null. */
  readonly usage?: ScriptedUsage | null;
  readonly finish?: 'stop' | 'length' | 'refused';
  /** Characters per delta. */
  readonly deltaSize?: number;
  readonly fault?: ScriptedFault;
}

/** A reply for every request that contains all given substrings; at most `times` times. */
export interface Rule {
  readonly system?: string;
  readonly last?: string;
  readonly times?: number;
  readonly reply: string | ScriptedReply;
}

/**
 * A list is played in order, and its last entry is repeated; rules are tried in order; a function receives the request.
 */
export type Script =
  | readonly (string | ScriptedReply)[]
  | { readonly rules: readonly Rule[]; readonly otherwise?: string | ScriptedReply }
  | ((request: RecordedRequest, index: number) => string | ScriptedReply);

/** Plays a script. */
export class Player {
  private played = 0;
  private readonly used = new Map<Rule, number>();

  constructor(private readonly script: Script) {}

  next(request: RecordedRequest): ScriptedReply {
    const index = this.played;
    this.played += 1;
    const reply = this.pick(request, index);
    return typeof reply === 'string' ? { text: reply } : reply;
  }

  private pick(request: RecordedRequest, index: number): string | ScriptedReply {
    const { script } = this;
    if (typeof script === 'function') return script(request, index);
    if (!('rules' in script)) return script[Math.min(index, script.length - 1)] ?? noReply(request);
    for (const rule of script.rules) {
      const used = this.used.get(rule) ?? 0;
      if (used >= (rule.times ?? Infinity)) continue;
      if (!request.system.includes(rule.system ?? '') || !request.last.includes(rule.last ?? '')) continue;
      this.used.set(rule, used + 1);
      return rule.reply;
    }
    return script.otherwise ?? noReply(request);
  }
}

/** A request without a matching rule fails visibly, with an error that is not retryable. */
function noReply(request: RecordedRequest): ScriptedReply {
  const message = `The script has no reply for: ${request.last.slice(0, 200)}`;
  return { fault: { kind: 'status', status: 400, message } };
}
