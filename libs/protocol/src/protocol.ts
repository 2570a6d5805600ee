import type { ClaimStatus, DraftFinding, RetrievalMode, TaskPlan, ToolCall } from '@quarry/turn';

/** A call of a tool: what it is about in words, and the call itself. */
export interface ReadCall {
  readonly text: string;
  readonly call: ToolCall;
}

/** What a reply asks for beyond the most that is served at once. */
export interface LeftOut {
  /** Each thing by its name; where there are very many, the last entry counts the others. */
  readonly texts: readonly string[];
  /** The limit, as a clause for model and reader, e.g. `only the first 8 requests of a reply are served`. */
  readonly why: string;
}

/** What a reply says, once parsed. */
export type Verdict =
  /** `more`: further queries if a line names several modes. All are searched for in the first one. */
  | {
      readonly kind: 'route';
      readonly mode: RetrievalMode | 'direct';
      readonly query: string;
      readonly more?: readonly string[];
    }
  | {
      readonly kind: 'plan';
      readonly queries: readonly string[];
      readonly complexity?: 'simple' | 'complex';
      readonly components?: readonly string[];
      readonly followUps?: readonly string[];
      readonly leftOut?: LeftOut;
    }
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** What is lacking, if the writer states that the evidence is not sufficient. */
      readonly insufficient?: string;
      readonly contradictions?: readonly string[];
    }
  /** `answer`: the best one so far, if the protocol asks for it in addition to the requests. */
  | {
      readonly kind: 'need';
      readonly requests: readonly string[];
      readonly answer?: string;
      readonly why?: string;
      readonly leftOut?: LeftOut;
    }
  | {
      readonly kind: 'assessment';
      readonly complete: boolean;
      readonly answered: readonly string[];
      readonly missing: readonly string[];
      readonly contradictions: readonly string[];
      readonly followUps: readonly string[];
      readonly leftOut?: LeftOut;
    }
  /** Values that an extraction found; `searched` are the sections that it names as read. */
  | {
      readonly kind: 'findings';
      readonly findings: readonly DraftFinding[];
      readonly searched: readonly string[];
      readonly leftOut?: LeftOut;
    }
  /**
   * Nothing was found, or the question cannot be answered: data, not an error (001, "Fail with reason as first-class
   * data").
   */
  | { readonly kind: 'failure'; readonly reason: string; readonly tried: readonly string[] }
  /** What to read, compute and write, planned before anything was read (001, "Planner Mode"). */
  | {
      readonly kind: 'tasks';
      readonly tasks: TaskPlan;
      readonly leftOut?: LeftOut;
    }
  /** `skipped` are calls that are not made; the note of each says why. */
  | {
      readonly kind: 'calls';
      readonly calls: readonly ReadCall[];
      readonly skipped?: readonly ReadCall[];
    }
  | {
      readonly kind: 'claims';
      /** `n` is the number under which the sentence was shown, from 1. */
      readonly judgements: readonly {
        readonly n: number;
        readonly status: ClaimStatus;
        readonly why: string;
      }[];
    };

export type ParsedReply =
  | { readonly ok: true; readonly outcome: string; readonly verdict: Verdict }
  /** `error` is a sentence that can be shown to the model for one repair attempt; `skipped` are its calls, none of which can be made. */
  | { readonly ok: false; readonly error: string; readonly skipped?: readonly ReadCall[] };

/**
 * A reply protocol: a strict grammar behind a tolerant lexer. Only the start of a reply is read as markers.
 *
 * @example
 * const parsed = findProtocol('answer')?.parse('[Answer:] Three times [1].');
 * if (parsed?.ok) console.log(parsed.verdict.kind); // 'answer'
 */
export interface ReplyProtocol {
  readonly name: string;
  /**
   * Its purpose: a plan of what to search, an answer (or a request for more), a judgement of the findings or of
   * sentences, or values.
   */
  readonly purpose: 'plan' | 'answer' | 'assessment' | 'claims' | 'findings';
  /** JSON Schema of the reply, for JSON protocols. Sent to the model's server if that can enforce it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Possible outcomes of `handle_prefix`, without `malformed`. */
  readonly outcomes: readonly string[];
  /**
   * @param isQuoted whether the model was shown a text: after the start of a reply, such text is a quotation and no
   * instruction
   */
  parse(reply: string, isQuoted?: (text: string) => boolean): ParsedReply;
  /**
   * A filter for streamed replies: holds text back until the marker is decided, then passes on only what users may see.
   */
  openGate(isQuoted?: (text: string) => boolean): StreamGate;
}

export interface StreamGate {
  /** Text that may be shown now. Empty while undecided, and always if the reply is not an answer. */
  push(delta: string): string;
  /** The text that was still held back when the reply ended. */
  end(): string;
}
