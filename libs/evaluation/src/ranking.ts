/**
 * Normalised discounted cumulative gain of the first `k` documents, each relevant or not (Järvelin, Kekäläinen 2002): 1 where all relevant
 * documents come first, 0 where none is found. 1 where there is none to be found.
 */
export function ndcg(gold: readonly string[], found: readonly string[], k: number): number {
  const wanted = new Set(gold);
  const best = sum(Math.min(wanted.size, k), () => true);
  const ranked = [...new Set(found)].slice(0, k);
  return best === 0 ? 1 : sum(ranked.length, (rank) => wanted.has(ranked[rank] ?? '')) / best;
}

/** Gain of the ranks (from 0) that are relevant, each divided by log₂(rank + 2). */
function sum(ranks: number, isRelevant: (rank: number) => boolean): number {
  let gain = 0;
  for (let rank = 0; rank < ranks; rank++) if (isRelevant(rank)) gain += 1 / Math.log2(rank + 2);
  return gain;
}

/** Share of the longer list's items that both hold, 0 to 1, whatever their order; 1 for two empty ones. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a), new Set(b)];
  const longer = Math.max(one.size, other.size);
  return longer === 0 ? 1 : [...one].filter((item) => other.has(item)).length / longer;
}
