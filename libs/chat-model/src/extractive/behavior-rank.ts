import { isDataItem, testWeightOf } from './item-weight';
import { isProse } from './lines';
import type { ReadItem } from './read-item';

/** Lines of code from which more of them gain nothing. */
const LONG = 30;

interface Feature {
  /** What a unit of it is worth. */
  readonly weight: number;
  readonly of: (known: ReadItem & { readonly question: string }) => number;
}

/**
 * What tells whether an item says what a question about behavior asks, and how much of it each unit is worth: learnt by
 * pairwise logistic regression, each question with the same weight, on 206 questions about 21 code bases. For each code
 * base with the weights learnt on the others, the place that answers was among the first three for 184 questions and
 * first for 134; with the rules before (best hit, search rank), 175 and 118.
 */
const FEATURES = {
  words: { weight: 5.33, of: ({ score }) => score },
  // The search also measures similarity of meaning, so its rank finds what the words of an item miss.
  rank: { weight: -0.87, of: ({ evidence }) => Math.log(evidence.n) },
  // A helper of two lines has a higher share of matching lines than the function that does what is asked about.
  length: { weight: 0.74, of: ({ lines }) => Math.log(Math.min(LONG, 1 + linesOf(lines))) },
  test: { weight: -5.05, of: ({ question, evidence }) => Number(testWeightOf(question, evidence) < 1) },
  data: {
    weight: -3.88,
    of: ({ question, evidence, lines }) => Number(isDataItem(question, evidence, lines)),
  },
  page: { weight: -2.79, of: ({ evidence }) => Number(isProse(evidence)) },
} as const satisfies Readonly<Record<string, Feature>>;

/** The items of a question about behavior, best first. */
export function rankedForBehavior(question: string, items: readonly ReadItem[]): readonly ReadItem[] {
  const sumOf = (item: ReadItem): number =>
    Object.values<Feature>(FEATURES).reduce(
      (sum, { weight, of }) => sum + weight * of({ ...item, question }),
      0,
    );
  return items
    .map((item) => ({ item, sum: sumOf(item) }))
    .sort((a, b) => b.sum - a.sum || a.item.evidence.n - b.item.evidence.n)
    .map(({ item }) => item);
}

function linesOf(lines: ReadItem['lines']): number {
  return lines.filter(({ kind }) => kind !== 'noise' && kind !== 'comment').length;
}
