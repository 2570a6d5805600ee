/**
 * Turns text into unit vectors. The id identifies model and format; vectors of different ids must never be compared.
 */
export interface Embedder {
  /** E.g. `minilm-l6-v2-q@1`; stored with every index. */
  readonly id: string;
  readonly dimension: number;
  /**
   * One unit vector per text, in order. `as` matters for models with a query prefix.
   * @throws Fault `embedder_unavailable` if the model or endpoint is unavailable.
   */
  embed(
    texts: readonly string[],
    options: { readonly as: 'query' | 'passage'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
