import type { ChatRequest } from '../port';

/** What a vendor's stream says, one piece at a time. */
export type WirePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A part of a tool call: calls are told apart by `place`; what repeats a known identity or name says nothing new. */
  | {
      readonly kind: 'call';
      readonly place: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  /** Token counts as the vendor reports them; later pieces override earlier ones, zero says nothing. */
  | { readonly kind: 'usage'; readonly inputTokens?: number; readonly outputTokens?: number }
  | { readonly kind: 'finish'; readonly finish: 'stop' | 'length' | 'refused' }
  /** Nothing for us, but the stream is alive (a ping, a piece of hidden reasoning). */
  | { readonly kind: 'alive' };

/** One vendor's protocol: opens one streamed reply. Time-outs, retries, caps and faults are {@link HttpChatModel}'s. */
export interface Wire {
  /** Sends the request once; throws what the vendor's client throws. Ends early when the signal fires. */
  open(request: ChatRequest, signal: AbortSignal): AsyncIterable<WirePiece>;
}
