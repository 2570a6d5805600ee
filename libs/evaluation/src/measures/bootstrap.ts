/** Mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Number of bootstrap resamples. */
const RESAMPLES = 2_000;

/**
 * 95 % interval of the mean of paired differences, by the percentile bootstrap (Efron 1979) with a fixed seed: the same
 * differences yield the same interval.
 */
export function interval(differences: readonly number[]): readonly [number, number] {
  if (differences.length === 0) return [0, 0];
  const random = generator(20_261_121);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * RESAMPLES)] ?? 0, means[Math.ceil(0.975 * RESAMPLES) - 1] ?? 0];
}

/** Mulberry32: 32 bits of state suffice for resampling. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
