/** A normalized vector, quantized to integers: `value ≈ numbers[i] * scale`. */
export interface Quantized<Numbers> {
  readonly numbers: Numbers;
  readonly scale: number;
  /** Euclidean distance to the normalized vector; NaN for a vector without direction. */
  readonly error: number;
}

/** Largest signed 8-bit number. */
const MOST_8 = 127;
const MOST_16 = 32_767;

/** Quantizes to 8 bits, padded with zeros to `stride`. */
export function quantize8(vector: Float32Array, stride: number): Quantized<Int8Array> {
  return quantize(vector, new Int8Array(stride), MOST_8);
}

/**
 * Quantizes to at most 16 bits: as many as keep an inner product with an 8-bit vector within 32 bits. Padded with zeros
 * to `stride`.
 */
export function quantize16(vector: Float32Array, stride: number): Quantized<Int16Array> {
  const most = Math.min(MOST_16, Math.floor((2 ** 31 - 1) / (MOST_8 * vector.length)));
  return quantize(vector, new Int16Array(stride), most);
}

function quantize<Numbers extends Int8Array | Int16Array>(
  vector: Float32Array,
  numbers: Numbers,
  most: number,
): Quantized<Numbers> {
  let squares = 0;
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    squares += value * value;
    if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return { numbers, scale: 0, error: NaN };
  const scale = largest / length / most;
  let lost = 0;
  for (let i = 0; i < vector.length; i++) {
    const exact = vector[i]! / length;
    const number = Math.round(exact / scale);
    numbers[i] = number;
    lost += (exact - number * scale) ** 2;
  }
  return { numbers, scale, error: Math.sqrt(lost) };
}
