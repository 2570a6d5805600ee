import type { Sql } from '@quarry/sqlite';
import { vectorOf } from '../vectors';
import { blockBytes, blockOf, CODES, strideOf } from './layout';
import { quantize8 } from './quantize';

/** Compares the codes with the vectors: equal vectors have equal codes. */
export function checkCodes(sql: Sql): string[] {
  let wrong = 0;
  const last = sql.get<{ id: number | null }>('SELECT max(id) AS id FROM vector')?.id ?? -1;
  for (let block = 0; block * CODES <= last; block++) {
    const vectors = sql.all<{ id: number; embedding: Uint8Array }>(
      'SELECT id, embedding FROM vector WHERE id >= ? AND id < ?',
      [block * CODES, (block + 1) * CODES],
    );
    const codes = sql.get<{ codes: Uint8Array }>('SELECT codes FROM code_block WHERE id = ?', [block])?.codes;
    for (const { id, embedding } of vectors) if (!fits(vectorOf(embedding), codes, id % CODES)) wrong++;
  }
  return wrong > 0 ? [`${wrong} vectors with a wrong code`] : [];
}

function fits(vector: Float32Array, codes: Uint8Array | undefined, place: number): boolean {
  const stride = strideOf(vector.length);
  if (codes?.byteLength !== blockBytes(stride)) return false;
  const { scales, errors, numbers } = blockOf(codes);
  const { scale, error, numbers: own } = quantize8(vector, stride);
  return (
    Object.is(scales[place], Math.fround(scale)) &&
    Object.is(errors[place], Math.fround(error)) &&
    own.every((number, i) => number === numbers[place * stride + i])
  );
}
