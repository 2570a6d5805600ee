/** True in `./quarry prove`, which tries every case of a proof. */
const WHOLE = process.env.QUARRY_PROVE === 'whole';

/** Of each list of cases a run that is no proof tries one in so many, and four at least. */
const ONE_IN = 4;
const LEAST = 4;

/** What random choices begin with. The same in every run, so that a red run says something of the change, not of the draw; `--seed` of `./quarry prove` sets it. */
const SEED = Number(process.env.QUARRY_SEED ?? '20251121');

/** The cases of a `*.proof.spec.ts` that this run tries: all of them in `./quarry prove`, a sample by the seed otherwise; in their order. */
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

/** How many random cases of a property this run of a `*.proof.spec.ts` tries: as many as are given in `./quarry prove`, a part of them otherwise. */
export function runsOf(runs: number): number {
  return WHOLE ? runs : Math.ceil(runs / ONE_IN);
}

/** Numbers in 0..1 that are the same for the same seed (mulberry32, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
