/** Contiguous vectors. */
export interface Matrix {
  readonly values: Float32Array;
  readonly dimension: number;
}

export interface KMeansOptions {
  /** Number of means, at most one per vector. */
  readonly count: number;
  readonly iterations: number;
  /** True: means have length 1, for normalized vectors that are compared by angle. */
  readonly spherical: boolean;
}

/**
 * Lloyd's k-means. It starts with evenly spaced vectors, so that equal input yields equal means. A mean that is nearest
 * to no vector is replaced by the vector that is farthest from its own mean.
 * @param breathe awaited between iterations, so that other work can run
 */
export async function kMeans(
  { values, dimension }: Matrix,
  { count, iterations, spherical }: KMeansOptions,
  breathe: () => Promise<void>,
): Promise<Matrix> {
  const total = values.length / dimension;
  const means = new Float32Array(count * dimension);
  for (let mean = 0; mean < count; mean++) {
    const from = Math.floor((mean * total) / count) * dimension;
    means.set(values.subarray(from, from + dimension), mean * dimension);
  }
  if (spherical) normalize(means, dimension);
  const nearest = new Int32Array(total);
  const distances = new Float32Array(total);
  for (let i = 0; i < iterations; i++) {
    for (let vector = 0; vector < total; vector++) {
      if (vector % SLICE === 0) await breathe();
      assign(values, vector, means, dimension, nearest, distances);
    }
    move({ values, dimension }, means, nearest, distances);
    if (spherical) normalize(means, dimension);
  }
  return { values: means, dimension };
}

/** Vectors per call of `breathe`: about 50 ms. */
const SLICE = 200;

/** Finds the mean at the smallest Euclidean distance, which is also the smallest angle if all have length 1. */
function assign(
  values: Float32Array,
  vector: number,
  means: Float32Array,
  dimension: number,
  nearest: Int32Array,
  distances: Float32Array,
): void {
  const at = vector * dimension;
  let best = 0;
  let least = Infinity;
  for (let mean = 0; mean * dimension < means.length; mean++) {
    const sum = squaredDistance(values, at, means, mean * dimension, dimension);
    if (sum < least) {
      least = sum;
      best = mean;
    }
  }
  nearest[vector] = best;
  distances[vector] = least;
}

/** Four at a time: this loop takes nearly all of the time. */
function squaredDistance(
  a: Float32Array,
  from: number,
  b: Float32Array,
  start: number,
  dimension: number,
): number {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  const whole = dimension - (dimension % 4);
  for (let d = 0; d < whole; d += 4) {
    const d0 = a[from + d]! - b[start + d]!;
    const d1 = a[from + d + 1]! - b[start + d + 1]!;
    const d2 = a[from + d + 2]! - b[start + d + 2]!;
    const d3 = a[from + d + 3]! - b[start + d + 3]!;
    sum0 += d0 * d0;
    sum1 += d1 * d1;
    sum2 += d2 * d2;
    sum3 += d3 * d3;
  }
  for (let d = whole; d < dimension; d++) sum0 += (a[from + d]! - b[start + d]!) ** 2;
  return sum0 + sum1 + sum2 + sum3;
}

function move(
  { values, dimension }: Matrix,
  means: Float32Array,
  nearest: Int32Array,
  distances: Float32Array,
): void {
  const sizes = new Int32Array(means.length / dimension);
  means.fill(0);
  nearest.forEach((mean, vector) => {
    sizes[mean] = (sizes[mean] ?? 0) + 1;
    for (let d = 0; d < dimension; d++)
      means[mean * dimension + d] =
        (means[mean * dimension + d] ?? 0) + (values[vector * dimension + d] ?? 0);
  });
  sizes.forEach((size, mean) => {
    if (size > 0) {
      for (let d = 0; d < dimension; d++)
        means[mean * dimension + d] = (means[mean * dimension + d] ?? 0) / size;
      return;
    }
    const farthest = distances.reduce(
      (most, distance, i) => (distance > (distances[most] ?? 0) ? i : most),
      0,
    );
    distances[farthest] = 0;
    means.set(values.subarray(farthest * dimension, (farthest + 1) * dimension), mean * dimension);
  });
}

/** Normalizes every vector. A zero vector stays. */
export function normalize(values: Float32Array, dimension: number): void {
  for (let at = 0; at < values.length; at += dimension) {
    const one = values.subarray(at, at + dimension);
    const length = Math.sqrt(one.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) one.forEach((value, d) => (one[d] = value / length));
  }
}
