import type { ChatRequest } from '../port';

/** One piece of a vendor's stream. */
export type WirePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A piece of a tool call: `place` identifies the call. A repeated id or name carries no information. */
  | {
      readonly kind: 'call';
      readonly place: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  /** Token counts as the vendor reports them. Later pieces override earlier ones; zero is ignored. */
  | {
      readonly kind: 'usage';
      /** Includes cached ones. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
      readonly cachedTokens?: number;
      readonly cacheWriteTokens?: number;
    }
  | { readonly kind: 'finish'; readonly finish: 'stop' | 'length' | 'refused' }
  /** No content, but the stream is alive (a ping, a piece of hidden reasoning). */
  | { readonly kind: 'alive' };

/**
 * One vendor's protocol: opens one streamed reply. {@link HttpChatModel} handles timeouts, retries, caps and faults.
 */
export interface Wire {
  /** Sends the request once, and throws the errors of the vendor's client. Ends early when the signal fires. */
  open(request: ChatRequest, signal: AbortSignal): AsyncIterable<WirePiece>;
}
