import { queryTerms } from './analysis';
import type { TermCounts } from './port';

/** Snapshots that one search looks in, if nothing says more; of more, the likely ones. */
export const MOST_SEARCHED = 10;

/** CORI's constants: how soon more chunks with a word say no more, and what a word that is missing still counts. */
const BASE = 50;
const SPREAD = 150;
const MISSING = 0.4;

/** A snapshot by the name of its repository, and how often the words of a query occur in it. */
export interface Candidate extends TermCounts {
  readonly name: string;
}

/**
 * The places of the candidates that most likely hold what a query asks for, at most `most`, in their order: those that
 * the query names, then by CORI over the chunks that contain each word (Callan, Lu, Croft: Searching Distributed
 * Collections with Inference Networks, SIGIR 1995). A word that few repositories have tells them apart; how often one
 * has it counts relative to its size. Without any known word, the first ones.
 *
 * @example
 * likelySnapshots('Who refunds?', candidates, 10); // [0, 4, 7]
 */
export function likelySnapshots(
  query: string,
  candidates: readonly Candidate[],
  most: number,
): readonly number[] {
  const asked = new Set(queryTerms(query));
  const mean = candidates.reduce((sum, { chunks }) => sum + chunks, 0) / Math.max(1, candidates.length);
  const words = candidates[0]?.having.length ?? 0;
  const inverse = Array.from({ length: words }, (_, at) => {
    const holders = candidates.filter(({ having }) => (having[at] ?? 0) > 0).length;
    return holders === 0
      ? 0
      : Math.log((candidates.length + 0.5) / holders) / Math.log(candidates.length + 1);
  });
  return candidates
    .map(({ name, chunks, having }, at) => {
      const own = queryTerms(name);
      const isNamed = own.length > 0 && own.every((term) => asked.has(term));
      const belief = having.reduce((sum, holding, word) => {
        const share = holding / (holding + BASE + (SPREAD * chunks) / Math.max(1, mean));
        return sum + (1 - MISSING) * share * (inverse[word] ?? 0);
      }, 0);
      return { at, belief: belief + (isNamed ? words + 1 : 0) };
    })
    .toSorted((a, b) => b.belief - a.belief || a.at - b.at)
    .slice(0, most)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
}
