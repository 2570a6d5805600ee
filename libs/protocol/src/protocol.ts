import type { RetrievalMode } from '@quarry/turn';

/** What a reply says, once parsed. */
export type Verdict =
  | { readonly kind: 'route'; readonly mode: RetrievalMode | 'direct'; readonly query: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'need'; readonly requests: readonly string[] };

export type ParsedReply =
  | { readonly ok: true; readonly outcome: string; readonly verdict: Verdict }
  /** `error` is a sentence that can be shown to the model for one repair attempt. */
  | { readonly ok: false; readonly error: string };

/** A reply protocol: a strict grammar behind a tolerant lexer. Only the reply's own first bytes are ever read as markers. */
export interface ReplyProtocol {
  readonly name: string;
  /** Outcomes that `handle_prefix` can give for it, `malformed` not among them. */
  readonly outcomes: readonly string[];
  parse(reply: string): ParsedReply;
  /** A filter for streamed replies: holds text back until the marker is decided, then passes on only what users may see. */
  openGate(): StreamGate;
}

export interface StreamGate {
  /** Text that may be shown now; empty while undecided, and for ever where the reply is not an answer. */
  push(delta: string): string;
  /** What was still held back when the reply ended. */
  end(): string;
}
