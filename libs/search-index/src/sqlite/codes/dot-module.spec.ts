import * as fc from 'fast-check';
import { dotMachine, PAGE_BYTES } from './dot-module';

describe('dotMachine', () => {
  it('computes the same inner products as a loop, including the largest numbers', () => {
    const row = (length: number) => fc.int8Array({ minLength: length, maxLength: length });
    fc.assert(
      fc.property(
        fc
          .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 }))
          .chain(([blocks, count]) =>
            fc.tuple(
              fc.int16Array({ minLength: 16 * blocks, maxLength: 16 * blocks }),
              fc.array(row(16 * blocks), { minLength: count, maxLength: count }),
            ),
          ),
        ([query, rows]) => {
          const { memory, dots } = dotMachine();
          memory.grow(1);
          new Int16Array(memory.buffer).set(query);
          rows.forEach((numbers, i) =>
            new Int8Array(memory.buffer, PAGE_BYTES + 4 * rows.length).set(numbers, i * numbers.length),
          );
          dots(0, PAGE_BYTES + 4 * rows.length, PAGE_BYTES, rows.length, query.length);
          expect([...new Int32Array(memory.buffer, PAGE_BYTES, rows.length)]).toEqual(
            rows.map((numbers) => numbers.reduce((sum, number, i) => sum + number * (query[i] ?? 0), 0)),
          );
        },
      ),
    );
  });
});
