import { cosine } from './cosine';

describe('cosine', () => {
  it('is 1 for the same direction, 0 for a right angle, and −1 for the opposite', () => {
    const [x, y] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    expect([cosine(x, x), cosine(x, y), cosine(x, Float32Array.of(-1, 0))]).toEqual([1, 0, -1]);
    expect(cosine(Float32Array.of(0.6, 0.8), x)).toBeCloseTo(0.6);
  });

  it('is 0 if a vector is missing', () => {
    expect([cosine(undefined, Float32Array.of(1)), cosine(undefined, undefined)]).toEqual([0, 0]);
  });
});
