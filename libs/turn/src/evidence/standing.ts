import type { ProperName } from '../need/proper-names';

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
  /** The names of the question in the index; absent if they were not looked for. */
  readonly names?: readonly NameStanding[];
}

/** Whether a name of the question occurs in the index. */
export interface NameStanding {
  /** As the question writes it. */
  readonly name: string;
  readonly kind: ProperName['kind'];
  /** False if no chunk that its words find contains it, in any spelling. */
  readonly occurs: boolean;
  /** Names in the index that are spelled alike, nearest first; empty if it occurs. */
  readonly near: readonly string[];
}
