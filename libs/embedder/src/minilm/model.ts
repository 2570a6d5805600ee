import { readFile } from 'node:fs/promises';

// This file runs inside a worker thread, from dist as JavaScript or from the sources as it stands (Node strips the types).
// Therefore: erasable syntax only, and no relative imports.

/**
 * Most word pieces that are read of a text; what follows has no part in the vector. The model was trained on short texts: on 168
 * pairs of doc comment and function body, 256 found 60 % first (128: 59 %, 512: 57 %) at 18 ms a passage (12, 23).
 */
const MAX_PIECES = 256;

/** Longer texts are cut before they are tokenized: 256 pieces end long before, and the tokenizer's time grows with length. */
const MAX_CHARACTERS = 16_384;

export interface SentenceModel {
  readonly dimension: number;
  /** One unit vector. One text at a time: int8 models give other vectors in a batch. */
  embed(text: string): Promise<Float32Array>;
}

/** The part that is used; the package's own declarations cannot be resolved under `nodenext`. */
interface TokenizerPackage {
  readonly Tokenizer: new (
    settings: object,
    config: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

/** Loads the model. Throws where a file is damaged; the caller puts that into a Fault. */
export async function openModel(files: {
  readonly model: string;
  readonly tokenizer: string;
}): Promise<SentenceModel> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const { Tokenizer } = (await import('@huggingface/tokenizers')) as unknown as TokenizerPackage;
  const settings: unknown = JSON.parse(await readFile(files.tokenizer, 'utf8'));
  // The file asks for padding to a fixed length, which would cost as much as a full text for every short one.
  const tokenizer = new Tokenizer({ ...(settings as object), padding: null, truncation: null }, {});
  const session = await InferenceSession.create(files.model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Spinning burns the very cores that the other worker and the caller need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

  const embed = async (text: string): Promise<Float32Array> => {
    const all = tokenizer.encode(text.slice(0, MAX_CHARACTERS)).ids;
    const last = all.at(-1);
    const ids = last !== undefined && all.length > MAX_PIECES ? [...all.slice(0, MAX_PIECES - 1), last] : all;
    const shape = [1, ids.length];
    const result = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    });
    const states = result['last_hidden_state']?.data;
    if (!(states instanceof Float32Array)) throw new Error('the model gives no last_hidden_state');
    return meanUnit(states, ids.length);
  };
  return { dimension: (await embed('dimension')).length, embed };
}

/** Mean over the pieces, then length 1. */
function meanUnit(states: Float32Array, pieces: number): Float32Array {
  const dimension = states.length / pieces;
  const vector = new Float32Array(dimension);
  states.forEach((value, i) => {
    vector[i % dimension] = (vector[i % dimension] ?? 0) + value;
  });
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / (length || 1));
}
