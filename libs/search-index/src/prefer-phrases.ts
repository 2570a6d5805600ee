import type { Chunk } from './port';
import { wordMatches } from './word-matches';

/** A fused hit; `bm25` is 0 if the keyword search did not find it. */
export interface PhraseCandidate {
  readonly chunk: Chunk;
  readonly score: number;
  readonly bm25: number;
}

/** Candidates whose text is read. */
const READ = 50;
/** Keyword hits by which the words of a query are judged. */
const JUDGES = 3;

/**
 * Raises the first 50 candidates in which the query's words stand together, and orders them again:
 * `score + weight · certainty · coverage · phrases` (see {@link wordMatches}). `certainty` is how much of the query the
 * three best keyword hits cover: a query whose words are hardly found together is left to the vectors.
 *
 * @param weight ≥ 0; 0 leaves the order as it is
 */
export function preferPhrases<T extends PhraseCandidate>(
  query: string,
  candidates: readonly T[],
  weight: number,
): readonly T[] {
  if (weight === 0) return candidates;
  const read = candidates.slice(0, READ);
  const matches = wordMatches(
    query,
    read.map(({ chunk }) => chunk),
  );
  const matched = read.map((hit, at) => ({ hit, ...(matches[at] ?? { coverage: 0, phrases: 0 }) }));
  const judges = matched.toSorted((a, b) => b.hit.bm25 - a.hit.bm25).slice(0, JUDGES);
  const certainty = judges.reduce((sum, { coverage }) => sum + coverage, 0) / Math.max(1, judges.length);
  const raised = matched
    .map(({ hit, coverage, phrases }) => ({
      ...hit,
      score: hit.score + weight * certainty * coverage * phrases,
    }))
    // Sorting is stable: equal scores stay as the fusion has ordered them.
    .toSorted((a, b) => b.score - a.score);
  return [...raised, ...candidates.slice(READ)];
}
