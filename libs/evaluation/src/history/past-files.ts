import { analyze, queryTerms } from '@quarry/search-index';
import { scoreByTerms } from './bm25';

/** Links the message of a commit to the files that it changed. */
export interface PastCommit {
  /** The terms of its message, in order, from `analyze` of `@quarry/search-index`. */
  readonly terms: readonly string[];
  /** Source files by their current names; at least one. */
  readonly files: readonly string[];
}

/** Number of the most similar commits. */
const MOST = 20;

/**
 * Predicts from past commits which files a text concerns. The 20 commits with the most similar messages by BM25 weight
 * their files: with the square of their share of the best score, divided by the square root of the number of their
 * files. Weights of several commits add up. A message with exactly the same words is excluded: it is the change itself,
 * repeated or cherry-picked.
 *
 * @returns weights > 0, comparable within one result; empty if no message shares a word with the text
 */
export function filesOfPast(text: string, past: readonly PastCommit[]): ReadonlyMap<string, number> {
  const own = analyze(text).join(' ');
  const others = past.filter(({ terms }) => terms.length > 0 && terms.join(' ') !== own);
  const scores = scoreByTerms(
    queryTerms(text),
    others.map(({ terms }) => terms),
  );
  const like = others
    .map(({ files }, at) => ({ files, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    // The sort is stable: of two equally similar commits, the newer one is first.
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);
  const best = like[0]?.score ?? 1;
  const weights = new Map<string, number>();
  for (const { files, score } of like)
    for (const file of files)
      weights.set(file, (weights.get(file) ?? 0) + (score / best) ** 2 / Math.sqrt(files.length));
  return weights;
}
