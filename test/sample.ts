/** True in `./quarry prove`, which runs every case of a proof. */
export const WHOLE = process.env.QUARRY_PROVE === 'whole';

/** Otherwise, one of this many cases of each list runs, at least four. */
const ONE_IN = 4;
const LEAST = 4;

/**
 * Seed of random choices. Constant, so that a failure is caused by the change and not by the draw; `./quarry prove
 * --seed` overrides it.
 */
export const SEED = Number(process.env.QUARRY_SEED ?? '20251121');

/** The cases of a `*.proof.spec.ts` in this run: all in `./quarry prove`, otherwise a seeded sample, in order. */
export function sampleOf<T>(cases: readonly T[]): readonly T[] {
  const wanted = Math.max(LEAST, Math.ceil(cases.length / ONE_IN));
  if (WHOLE || cases.length <= wanted) return cases;
  const random = randomFrom(SEED);
  const drawn = new Set(
    cases
      .map((_case, at) => ({ at, draw: random() }))
      .toSorted((a, b) => a.draw - b.draw)
      .slice(0, wanted)
      .map(({ at }) => at),
  );
  return cases.filter((_case, at) => drawn.has(at));
}

/**
 * Number of random cases of a property in this run of a `*.proof.spec.ts`: all in `./quarry prove`, otherwise a part.
 */
export function runsOf(runs: number): number {
  return WHOLE ? runs : Math.ceil(runs / ONE_IN);
}

/** Reproducible numbers in 0..1 for a seed (mulberry32, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
