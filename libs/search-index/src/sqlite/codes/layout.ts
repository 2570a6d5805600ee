/** Vectors in one row of codes. A vector's row id is `block * CODES + place`. */
export const CODES = 1024;

/**
 * One block of codes: for each place its scale and its error (`Quantized`), then the numbers of all vectors, `stride`
 * bytes each. The error of an empty place is NaN.
 */
export interface CodeBlock {
  readonly scales: Float32Array;
  readonly errors: Float32Array;
  readonly numbers: Int8Array;
}

/** Bytes of a code: its dimension, rounded up to whole vector registers. */
export function strideOf(dimension: number): number {
  return Math.ceil(dimension / 16) * 16;
}

export function blockBytes(stride: number): number {
  return CODES * (8 + stride);
}

export function emptyBytes(stride: number): Uint8Array {
  const bytes = new Uint8Array(blockBytes(stride));
  blockOf(bytes).errors.fill(NaN);
  return bytes;
}

/** Views of the parts of a block, without a copy if its memory is aligned. */
export function blockOf(bytes: Uint8Array): CodeBlock {
  const { buffer, byteOffset: at } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return {
    scales: new Float32Array(buffer, at, CODES),
    errors: new Float32Array(buffer, at + 4 * CODES, CODES),
    numbers: new Int8Array(buffer, at + 8 * CODES, bytes.byteLength - 8 * CODES),
  };
}
