import type { Corpus } from './corpus.ts';

/** A question as every engine is asked it: its words, and its vector of length 1. */
export interface Asked {
  readonly text: string;
  readonly vector: Float32Array;
}

/** One way of asking an engine: for the first ten pieces of text; gives their documents, best first. */
export type Way = (asked: Asked) => Promise<readonly string[]>;

/** Pieces of text that every engine is asked for. */
export const TOP = 10;

export interface OpenEngine {
  /** Name → way. `hybrid` is the engine's documented way; what begins with `hybrid` and says more is an extra row. */
  readonly ways: Readonly<Record<string, Way>>;
  close(): Promise<void>;
}

/** A search engine under test. */
export interface Engine {
  /** Writes the texts and vectors into `folder`; absent where the engine lives in memory alone. */
  build?(corpus: Corpus, folder: string): Promise<void>;
  /** Opens what was built, or builds in memory. */
  open(corpus: Corpus, folder: string): Promise<OpenEngine>;
}
