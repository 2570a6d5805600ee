import type { Chunk } from '@quarry/search-index';

/** What is known of a candidate. */
export interface Known {
  /** The score of the hybrid search, without phrases. */
  readonly score: number;
  readonly cosine: number;
  readonly bm25: number;
  /** Ranks by meaning and by words; null if the list lacks the candidate. */
  readonly ranks: readonly [number | null, number | null];
  readonly coverage: number;
  readonly phrases: number;
  /** Coverage of the path, symbol and title alone. */
  readonly head: number;
  /** Coverage of the three best keyword hits. */
  readonly certainty: number;
  readonly chunk: Chunk;
}

/** One number per feature, each of about the same size. */
export type Features = readonly number[];

/** The features of the model, in the order of its weights. */
export const FEATURES: readonly { readonly name: string; readonly of: (known: Known) => number }[] = [
  { name: 'cosine', of: ({ cosine }) => 10 * cosine },
  { name: 'BM25', of: ({ bm25 }) => 0.15 * bm25 },
  { name: 'coverage', of: ({ coverage }) => coverage },
  { name: 'phrases', of: ({ phrases }) => phrases },
  { name: 'sure phrases', of: ({ coverage, phrases, certainty }) => 5 * certainty * coverage * phrases },
  { name: 'head', of: ({ head }) => head },
  { name: 'rank by meaning', of: ({ ranks: [rank] }) => (rank === null ? 0 : 10 / (10 + rank)) },
  { name: 'rank by words', of: ({ ranks: [, rank] }) => (rank === null ? 0 : 10 / (10 + rank)) },
  { name: 'length', of: ({ chunk }) => Math.log(1 + chunk.text.length) },
  { name: 'definition', of: ({ chunk }) => (chunk.kind === 'definition' ? 1 : 0) },
];
