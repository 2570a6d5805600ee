import { analyze, queryTerms } from '@quarry/search-index';
import { scoreByTerms } from './bm25';

/** An edge from what a commit said to the files that it changed. */
export interface PastCommit {
  /** The terms of its message, in order, as `analyze` of `@quarry/search-index` has them. */
  readonly terms: readonly string[];
  /** Source files by the names that they have now; at least one. */
  readonly files: readonly string[];
}

/** Commits that say something of the text. */
const MOST = 20;

/**
 * What past commits say of where a text belongs: the 20 whose messages are most like it by BM25 give their files the square of their share in
 * the best score, divided by the root of how many files they changed; what several say of a file adds up. A message of exactly the same
 * words is left out: it is the change itself, made again or brought over from another branch.
 *
 * @returns weights > 0, comparable within one result; empty where no message has a word of the text
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
    // The sort is stable: of two that are equally like it the newer one is first.
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);
  const best = like[0]?.score ?? 1;
  const weights = new Map<string, number>();
  for (const { files, score } of like)
    for (const file of files)
      weights.set(file, (weights.get(file) ?? 0) + (score / best) ** 2 / Math.sqrt(files.length));
  return weights;
}
