/** Judges how well passages answer a query, reading both together; slower than a search, so it reads few. */
export interface Reranker {
  /** E.g. `http/bge-reranker-v2-m3`. */
  readonly id: string;
  /**
   * One score per passage, in the order of the passages; higher is better. Scores of different calls, and of different
   * rerankers, must not be compared.
   * @throws Fault `reranker_unavailable` if the reranker does not reply, or its reply is invalid; `cancelled`.
   */
  rerank(
    query: string,
    passages: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>;
}
