import { readFile } from 'node:fs/promises';
import type { Pooling } from './models';

// This file runs in a worker thread, either as JavaScript from dist or directly from the sources (Node strips the
// types).
// Therefore: erasable syntax only, and no relative imports at run time.

/**
 * Maximum number of word pieces per text; the rest does not affect the vector. The model was trained on short texts: on
 * 168 pairs of doc comment and function body, 256 ranked 60 % first (128: 59 %, 512: 57 %) at 18 ms per passage (12,
 * 23).
 */
const MAX_PIECES = 256;

/**
 * Longer texts are cut before they are tokenized: they exceed 256 pieces anyway, and the tokenizer's time grows with
 * the length.
 */
const MAX_CHARACTERS = 16_384;

/**
 * A ruler, a padded row `| ------ |` of Markdown or the dots of a table of contents. Every character would be a piece:
 * 250 dashes above a table would leave no piece for its rows.
 */
const REPEATED = /([\p{P}\p{S}])(?: ?\1){3,}/gu;

export interface SentenceModel {
  readonly dimension: number;
  /** One unit vector. One text at a time: int8 models return different vectors for a batch. */
  embed(text: string): Promise<Float32Array>;
}

/** The used part of the package; its own declarations cannot be resolved under `nodenext`. */
interface TokenizerPackage {
  readonly Tokenizer: new (
    settings: object,
    config: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

/** Loads the model. Throws if a file is damaged; the caller turns the error into a Fault. */
export async function openModel(
  files: { readonly model: string; readonly tokenizer: string; readonly runtime?: string },
  pooling: Pooling,
): Promise<SentenceModel> {
  const runtime = files.runtime ?? 'onnxruntime-node';
  const { InferenceSession, Tensor } = (await import(runtime)) as typeof import('onnxruntime-node');
  const { Tokenizer } = (await import('@huggingface/tokenizers')) as unknown as TokenizerPackage;
  const settings: unknown = JSON.parse(await readFile(files.tokenizer, 'utf8'));
  // The file requests padding to a fixed length, which would make every short text as expensive as a long one.
  const tokenizer = new Tokenizer({ ...(settings as object), padding: null, truncation: null }, {});
  const session = await InferenceSession.create(files.model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Spinning burns the cores that the other worker and the caller need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

  const embed = async (text: string): Promise<Float32Array> => {
    const all = tokenizer.encode(text.replace(REPEATED, '$1$1$1').slice(0, MAX_CHARACTERS)).ids;
    const last = all.at(-1);
    const ids = last !== undefined && all.length > MAX_PIECES ? [...all.slice(0, MAX_PIECES - 1), last] : all;
    const shape = [1, ids.length];
    const result = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    });
    const states = result['last_hidden_state']?.data;
    if (!(states instanceof Float32Array)) throw new Error('the model returned no last_hidden_state');
    return pooled(states, ids.length, pooling);
  };
  return { dimension: (await embed('dimension')).length, embed };
}

/** One vector of length 1 for the states of the pieces. */
function pooled(states: Float32Array, pieces: number, { of, mean }: Pooling): Float32Array {
  const dimension = states.length / pieces;
  const vector = new Float32Array(dimension);
  states.subarray(0, of === 'first' ? dimension : states.length).forEach((value, i) => {
    vector[i % dimension] = (vector[i % dimension] ?? 0) + value;
  });
  const own = unit(vector);
  return mean ? unit(own.map((value, i) => value - (mean[i] ?? 0))) : own;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / (length || 1));
}
