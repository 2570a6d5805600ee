import { queryTerms } from './analysis';
import { forEachContained, wantedTerms } from './contained-terms';

/** A passage whose words are compared with those of a query. */
interface NamedPassage {
  readonly path: string;
  readonly symbol?: string;
  readonly title?: string;
  readonly text: string;
}

/** How the words of a passage match those of a query. */
export interface WordMatch {
  /** Share (0..1) of the query's terms that the passage contains, weighted by rarity among the passages. */
  readonly coverage: number;
  /** Share (0..1) of the query's pairs of neighbouring terms that stand together in the passage, weighted alike. */
  readonly phrases: number;
}

/** Words between which two terms still stand together: `revenue from the services`. */
const NEAR = 3;

/**
 * How the words of each passage match those of the query. Two terms stand together if the second follows the first
 * within three words, or both are parts of one identifier. A query of one term has no phrases.
 *
 * @example
 * const passages = [{ path: 'a', text: 'cash flow statement' }, { path: 'b', text: 'flow of cash' }];
 * wordMatches('cash flow', passages); // [{ coverage: 1, phrases: 1 }, { coverage: 1, phrases: 0 }]
 */
export function wordMatches(query: string, passages: readonly NamedPassage[]): WordMatch[] {
  const terms = queryTerms(query);
  const wanted = wantedTerms(terms);
  const next = new Map(terms.slice(1).map((term, at) => [term, terms[at] ?? '']));
  const found = passages.map(({ path, symbol = '', title = '', text }) => {
    const last = new Map<string, number>();
    const together = new Set<string>();
    forEachContained(`${path} ${symbol} ${title}\n${text}`, wanted, (term, place) => {
      const before = last.get(next.get(term) ?? '');
      if (before !== undefined && place - before <= NEAR) together.add(term);
      last.set(term, place);
    });
    return { has: last, together };
  });
  const weights = new Map(
    terms.map((term) => {
      const holding = found.filter(({ has }) => has.has(term)).length;
      return [term, Math.log(1 + passages.length / (1 + holding))];
    }),
  );
  const weightOf = (term: string | undefined): number => weights.get(term ?? '') ?? 0;
  const pairWeight = (second: string): number => weightOf(second) + weightOf(next.get(second));
  const total = sum(terms, weightOf);
  const totalOfPairs = sum(next.keys(), pairWeight);
  return found.map(({ has, together }) => ({
    coverage: total === 0 ? 0 : sum(has.keys(), weightOf) / total,
    phrases: totalOfPairs === 0 ? 0 : sum(together, pairWeight) / totalOfPairs,
  }));
}

function sum(terms: Iterable<string>, weightOf: (term: string) => number): number {
  let total = 0;
  for (const term of terms) total += weightOf(term);
  return total;
}
