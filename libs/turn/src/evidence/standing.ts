/**
 * How a question stands to the index that is searched for it: measured once, with the question itself, before anything is left out by a
 * floor. Says nothing about which passage answers.
 */
export interface Standing {
  /** Pieces in the index. */
  readonly chunks: number;
  /** Cosine similarity (−1..1) of the nearest chunk, and the model that it was measured with; absent where only words are compared. */
  readonly nearest?: { readonly cosine: number; readonly embedder: string };
  /** Share (0..1) of the question's terms that the best passages hold together. */
  readonly together: number;
  /** How many terms the question has, function words left out. */
  readonly terms: number;
  /** Words of the question, as they are written there, that no chunk of the index holds. */
  readonly absent: readonly string[];
}
