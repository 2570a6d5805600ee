import type { Graded } from '../answers/expected';

/** Agreement of a ranked list of documents with the judgements, 0 to 1; higher is better. */
export interface RankingMeasures {
  /** Share of the relevant documents among the first 5, among the first 10, and in the whole list. */
  readonly recall5: number;
  readonly recall10: number;
  readonly recall: number;
  readonly ndcg10: number;
  /** 1 / rank of the first relevant document, if it is among the first 10; otherwise 0. */
  readonly mrr10: number;
  /** 1 if the list contains every relevant document, otherwise 0. */
  readonly all: number;
}

/**
 * The measures of a list, best first, as trec_eval computes them (`recall_k`, `ndcg_cut_10`, `recip_rank` of the first
 * 10); all 0 if no judged document is relevant. A repeated document counts at its first rank.
 *
 * @example
 * rankingMeasures([{ document: 'd7', grade: 1 }], ['d1', 'd7']).mrr10; // 0.5
 */
export function rankingMeasures(gold: readonly Graded[], found: readonly string[]): RankingMeasures {
  const grades = relevantGrades(gold);
  const ranked = [...new Set(found)];
  const recall = recallAt(grades, ranked, Infinity);
  return {
    recall5: recallAt(grades, ranked, 5),
    recall10: recallAt(grades, ranked, 10),
    recall,
    ndcg10: ndcg(gold, ranked, 10),
    mrr10: reciprocalRank(grades, ranked, 10),
    all: recall === 1 ? 1 : 0,
  };
}

/** Document → grade of the relevant ones. If a document was judged twice, the last judgement counts. */
export function relevantGrades(gold: readonly Graded[]): ReadonlyMap<string, number> {
  const judged = new Map(gold.map(({ document, grade }) => [document, grade]));
  return new Map([...judged].filter(([, grade]) => grade > 0));
}

/** Share of the relevant documents among the first `k` different ones of the list; 0 if none is relevant. */
export function recallAt(
  relevant: ReadonlyMap<string, number>,
  ranked: readonly string[],
  k: number,
): number {
  const hits = ranked.slice(0, k).filter((document) => relevant.has(document)).length;
  return relevant.size === 0 ? 0 : hits / relevant.size;
}

/**
 * Normalized discounted cumulative gain of the first `k` documents, with the grade as the gain (Järvelin, Kekäläinen
 * 2002; trec_eval's `ndcg_cut`): 1 if the best come first, 0 if no relevant document is found or exists.
 */
export function ndcg(gold: readonly Graded[], found: readonly string[], k: number): number {
  const grades = relevantGrades(gold);
  const best = discounted([...grades.values()].sort((a, b) => b - a).slice(0, k));
  const ranked = [...new Set(found)].slice(0, k);
  return best === 0 ? 0 : discounted(ranked.map((document) => grades.get(document) ?? 0)) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
}

function reciprocalRank(relevant: ReadonlyMap<string, number>, ranked: readonly string[], k: number): number {
  const at = ranked.slice(0, k).findIndex((document) => relevant.has(document));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** Share of the longer list's items that both contain, 0 to 1, in any order; 1 for two empty lists. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a), new Set(b)];
  const longer = Math.max(one.size, other.size);
  return longer === 0 ? 1 : [...one].filter((item) => other.has(item)).length / longer;
}
