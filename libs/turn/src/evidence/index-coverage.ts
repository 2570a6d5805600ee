import type { ProperName } from '../need/proper-names';

/**
 * How well an index covers a question. Measured once, with the question as asked, before a relevance floor removes
 * anything. Does not tell which passage answers.
 */
export interface IndexCoverage {
  /** Chunks in the index. */
  readonly chunks: number;
  /** Cosine similarity (−1..1) of the nearest chunk, and the embedding model; absent if only words were compared. */
  readonly nearest?: { readonly cosine: number; readonly embedder: string };
  /**
   * The chunks nearest to a question about what code does, best first, 50 at most; absent for other questions, if most
   * of them are pages, and if only words were compared.
   */
  readonly similar?: readonly SimilarChunk[];
  /** Share (0..1) of the question's terms that the best passages contain together. */
  readonly together: number;
  /** Number of terms of the question, without function words. */
  readonly terms: number;
  /** Words of the question, as written there, that no chunk of the index contains. */
  readonly absent: readonly string[];
  /** The names of the question in the index; absent if they were not looked for. */
  readonly names?: readonly NameOccurrence[];
}

/** Lines of an indexed chunk, from 1, both inclusive, and its cosine similarity (−1..1) to the question. */
export interface SimilarChunk {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly cosine: number;
}

/** Whether a name of the question occurs in the index. */
export interface NameOccurrence {
  /** As the question writes it. */
  readonly name: string;
  readonly kind: ProperName['kind'];
  /** False if no chunk that its words find contains it, in any spelling. */
  readonly occurs: boolean;
  /** Names in the index that are spelled alike, nearest first; empty if it occurs. */
  readonly near: readonly string[];
}
