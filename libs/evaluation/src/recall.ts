import type { Evidence } from '@quarry/turn';

/** How much of the gold was found. */
export interface Recall {
  /** Share (0..1) of the gold documents that were found; mean over questions. */
  readonly recall: number;
  /** 1 where every gold document was found, else 0; mean over questions: the share of questions found in full. */
  readonly all: number;
  /** Different documents that were found; mean over questions. */
  readonly passages: number;
}

/** Documents of the evidence that passes up to `pass` brought, in the order in which they were found. */
export function documentsOf(evidence: readonly Evidence[], pass = Infinity): string[] {
  const found = evidence.filter((item) => item.pass <= pass).flatMap(({ document }) => document ?? []);
  return [...new Set(found)];
}

export function recallOf(gold: readonly string[], found: readonly string[]): Recall {
  const hit = gold.filter((document) => found.includes(document)).length;
  return {
    recall: gold.length === 0 ? 0 : hit / gold.length,
    all: hit === gold.length ? 1 : 0,
    passages: found.length,
  };
}

/** Means over questions; zeros for none. */
export function meanRecall(values: readonly Recall[]): Recall {
  return {
    recall: mean(values.map(({ recall }) => recall)),
    all: mean(values.map(({ all }) => all)),
    passages: mean(values.map(({ passages }) => passages)),
  };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Resamples of the bootstrap. */
const RESAMPLES = 2_000;

/**
 * 95 % interval of the mean of paired differences, by the percentile bootstrap (Efron 1979) with a fixed seed: the same differences
 * give the same interval.
 */
export function interval(differences: readonly number[]): readonly [number, number] {
  if (differences.length === 0) return [0, 0];
  const random = generator(20_261_121);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * RESAMPLES)] ?? 0, means[Math.ceil(0.975 * RESAMPLES) - 1] ?? 0];
}

/** Mulberry32: 32 bits of state are enough for resampling. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
