import { GUARDED, isCondition, type Evidence, type IndexCoverage } from '@quarry/turn';
import { isAboutCreation, isDataItem, testWeightOf } from './item-weight';
import { isProse } from './lines';
import type { ReadItem } from './read-item';
import type { Reading } from './relevance';

/** Lines of code from which more of them gain nothing. */
const LONG = 30;

interface Known extends ReadItem {
  readonly question: string;
  readonly share: Reading['share'];
  readonly similar: Similar;
}

type Similar = NonNullable<IndexCoverage['similar']>;

interface Feature {
  /** What a unit of it is worth. */
  readonly weight: number;
  readonly of: (known: Known) => number;
}

/**
 * What tells whether an item says what a question about behavior asks, and how much of it each unit is worth: the first
 * six learnt by pairwise logistic regression, each question with the same weight, on 206 questions about 21 code bases,
 * then moved a little with the condition, which was learnt on 225 questions about 24. For each code base with the
 * weights learnt on the others, the place that answers was among the first three for 206 of these, and for 199 without
 * it. The similarity came last, on 313 questions about 29: with all weights learnt again on the others, the place was
 * among the first three for 257, and for 249 without it.
 */
const FEATURES = {
  words: { weight: 5.33, of: ({ score }) => score },
  // The search also measures similarity of meaning, so its rank finds what the words of an item miss.
  rank: { weight: -0.9, of: ({ evidence }) => Math.log(evidence.n) },
  // Also of what the code graph found, which has no rank of the search. Cosines of some models spread less: there it
  // counts less.
  similarity: { weight: 6, of: ({ evidence, similar }) => similarityOf(evidence, similar) },
  // What a later pass brought along with what it was asked for.
  along: {
    weight: -0.6,
    of: ({ evidence, requested, linked }) => Number(evidence.pass > 1 && !requested && !linked),
  },
  // A helper of two lines has a higher share of matching lines than the function that does what is asked about.
  length: { weight: 0.9, of: ({ lines }) => Math.log(Math.min(LONG, 1 + linesOf(lines))) },
  test: { weight: -5.05, of: ({ question, evidence }) => Number(testWeightOf(question, evidence) < 1) },
  data: {
    weight: -3.88,
    of: ({ question, evidence, lines }) => Number(isDataItem(question, evidence, lines)),
  },
  page: { weight: -2.6, of: ({ evidence }) => Number(isProse(evidence)) },
  // When something happens, and what: a condition with the lines that it guards. What is created is not decided.
  condition: {
    weight: 2.2,
    of: ({ question, lines, share }) =>
      isAboutCreation(question) ? 0 : Math.max(0, ...guardsIn(lines).map(share)),
  },
} as const satisfies Readonly<Record<string, Feature>>;

/** The items of a question about behavior, best first. */
export function rankedForBehavior(
  question: string,
  items: readonly ReadItem[],
  share: Reading['share'],
  similar: Similar = [],
): readonly ReadItem[] {
  const sumOf = (item: ReadItem): number =>
    Object.values<Feature>(FEATURES).reduce(
      (sum, { weight, of }) => sum + weight * of({ ...item, question, share, similar }),
      0,
    );
  return items
    .map((item) => ({ item, sum: sumOf(item) }))
    .sort((a, b) => b.sum - a.sum || a.item.evidence.n - b.item.evidence.n)
    .map(({ item }) => item);
}

/** The highest cosine of a chunk that it shares lines with; of an item that is further away, that of the last chunk. */
function similarityOf({ path, startLine, endLine }: Evidence, similar: Similar): number {
  const cosines = similar
    .filter((chunk) => chunk.path === path && chunk.startLine <= endLine && chunk.endLine >= startLine)
    .map(({ cosine }) => cosine);
  return Math.max(similar.at(-1)?.cosine ?? 0, ...cosines);
}

function linesOf(lines: ReadItem['lines']): number {
  return lines.filter(({ kind }) => kind !== 'noise' && kind !== 'comment').length;
}

/** Each condition of an item with what it guards. */
function guardsIn(lines: ReadItem['lines']): readonly string[] {
  return lines.flatMap(({ text, kind }, at) =>
    kind !== 'comment' && isCondition(text)
      ? [
          lines
            .slice(at, at + GUARDED)
            .map((line) => line.text)
            .join('\n'),
        ]
      : [],
  );
}
