import { recent } from './recent';

describe('recent', () => {
  it('reads a text once, as long as few others come between', () => {
    let reads = 0;
    const lengthOf = recent((text) => {
      reads++;
      return { length: text.length };
    });
    const first = lengthOf('walrus');
    expect(first).toEqual({ length: 6 });
    for (let n = 0; n < 8_000; n++) lengthOf(`${n}`);
    expect(lengthOf('walrus')).toBe(first);
    expect(reads).toBe(8_001);
  });

  it.each([
    ['many texts', 20_000, 1],
    ['long texts', 40, 100_000],
  ])('forgets after %s', (_what, texts, size) => {
    let reads = 0;
    const read = recent(() => {
      reads++;
      return reads;
    });
    read('walrus');
    for (let n = 0; n < texts; n++) read(`${n} ${'x'.repeat(size)}`);
    const before = reads;
    read('walrus');
    expect(reads).toBe(before + 1);
  });

  it('keeps what is in use while others come and go', () => {
    let reads = 0;
    const read = recent(() => ++reads);
    for (let n = 0; n < 50_000; n++) {
      read(`${n}`);
      if (n % 1_000 === 0) read('walrus');
    }
    expect(reads).toBe(50_001);
  });
});
