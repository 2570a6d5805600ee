import { Fault } from '@quarry/turn';

/**
 * Validates a reply of an embeddings endpoint and returns its vectors, normalized to unit length, in the order of the
 * request.
 * @throws Fault `embedder_unavailable` unless the reply has one finite, non-zero vector of the same dimension per text.
 */
export function readVectors(
  reply: unknown,
  expected: number,
  dimension: number | null,
  where: string,
): readonly Float32Array[] {
  const bad = (what: string): Fault =>
    new Fault(
      'embedder_unavailable',
      `embeddings by ${where} replied with ${what}; check that it is an embeddings endpoint`,
    );
  const data = field(reply, 'data');
  if (!Array.isArray(data)) throw bad('no list of vectors');
  if (data.length !== expected) throw bad(`${data.length} vectors for ${expected} texts`);
  const vectors = new Array<Float32Array | undefined>(expected).fill(undefined);
  data.forEach((item: unknown, position) => {
    const index = field(item, 'index') ?? position;
    const numbers = field(item, 'embedding');
    if (typeof index !== 'number' || index >= expected || !(index in vectors)) throw bad('an invalid index');
    if (!isNumbers(numbers) || numbers.length === 0) throw bad('an item that is not a vector');
    if (numbers.length !== (dimension ?? numbers.length))
      throw bad(`${numbers.length} dimensions instead of ${dimension}`);
    vectors[index] = unit(numbers);
  });
  return vectors.map((vector) => {
    if (!vector) throw bad('a duplicate index');
    if (!vector.every(Number.isFinite)) throw bad('a zero or non-finite vector');
    return vector;
  });
}

function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => value / length);
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
