import type { JudgedCandidates } from './candidates.ts';

/** Difference of a relevant candidate's features to another's, and how much the pair counts. */
interface Pair {
  readonly difference: readonly number[];
  readonly weight: number;
}

/** Relevant candidates and others of one question that are compared. */
const RELEVANT = 5;
const OTHERS = 25;
const STEPS = 300;
const RATE = 0.5;
const SHRINKAGE = 1e-3;

/**
 * One weight for each of so many features: pairwise logistic regression (RankNet with a linear model), by AdaGrad over all pairs. A pair
 * counts by what exchanging its candidates changes in the discount of their ranks; a set by the root of its questions.
 */
export function fitWeights(
  sets: readonly (readonly JudgedCandidates[])[],
  features: number,
): readonly number[] {
  const pairs = sets.flatMap((questions) =>
    questions.flatMap((question) => pairsOf(question, 1 / Math.sqrt(questions.length))),
  );
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Array<number>(features).fill(0);
  const squares = new Array<number>(features).fill(1e-8);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => SHRINKAGE * weight);
    for (const { difference, weight } of pairs) {
      const error = weight / total / (1 + Math.exp(scoreOf(difference, weights)));
      difference.forEach((value, at) => (gradient[at] = (gradient[at] ?? 0) - error * value));
    }
    gradient.forEach((slope, at) => {
      squares[at] = (squares[at] ?? 0) + slope * slope;
      weights[at] = (weights[at] ?? 0) - (RATE * slope) / Math.sqrt(squares[at] ?? 1);
    });
  }
  return weights;
}

/** The weighted sum of the features. */
export function scoreOf(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
}

function pairsOf({ gold, candidates }: JudgedCandidates, weight: number): Pair[] {
  const good = new Set(gold.filter(({ grade }) => grade > 0).map(({ document }) => document));
  const placed = candidates.map((candidate, at) => ({ ...candidate, discount: 1 / Math.log2(2 + at) }));
  const relevant = placed.filter(({ document }) => good.has(document)).slice(0, RELEVANT);
  const others = placed.filter(({ document }) => !good.has(document)).slice(0, OTHERS);
  return relevant.flatMap((one) =>
    others.map((other) => ({
      difference: one.features.map((value, at) => value - (other.features[at] ?? 0)),
      weight: (weight * (Math.abs(one.discount - other.discount) + 0.05)) / relevant.length,
    })),
  );
}
