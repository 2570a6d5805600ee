import type { Embedder } from '@quarry/embedder';
import { normalizeQuery, specificNames, type Need, type Turn } from '@quarry/turn';
import type { GuardRule, GuardView } from './rule';

/**
 * Refuses requests that were searched for before: equal in canonical form, or by embedding (cosine above `repeat_similarity`).
 * Requests by name are compared as names only, since `Invoice_Create` and `Invoice_Cancel` are near in meaning. Where all are refused, the loop ends.
 */
export const repeatedQuery: GuardRule = {
  name: 'repeated_query',
  async judge(view: GuardView) {
    const former = formerQueries(view.turn, view.open);
    const refused: { need: Need; why: string }[] = [];
    const canonical = new Set([...former, ...searchedInWords(view.turn)].map(normalizeQuery));
    const fuzzy: Need[] = [];
    for (const need of view.open) {
      if (canonical.has(normalizeQuery(need.text))) refused.push({ need, why: 'it was looked for before' });
      else if (specificNames(need.text).length === 0) fuzzy.push(need);
    }
    const general = former.filter((query) => specificNames(query).length === 0);
    if (view.embedder && fuzzy.length > 0 && general.length > 0) {
      refused.push(...(await similar(view.embedder, fuzzy, general, view)));
    }
    if (refused.length === view.open.length) {
      return { rule: 'repeated_query', reason: 'everything that was requested had been looked for before' };
    }
    return refused.length > 0 ? { refused } : null;
  },
};

/**
 * What was searched in general words, the plan's query included: the same words find the same again. A name that was searched may
 * still be looked up in the graph.
 */
function searchedInWords(turn: Turn): string[] {
  return turn.searches
    .filter(({ mode, query }) => mode !== 'graph' && specificNames(query).length === 0)
    .map(({ query }) => query);
}

/** Needs of earlier passes and requests that were not found. The plan's query in other words is a follow-up, so it is not compared by embedding. */
function formerQueries(turn: Turn, open: readonly Need[]): string[] {
  const current = new Set(open.map((need) => need.id));
  return [
    ...turn.needs.filter((need) => !current.has(need.id)).map((need) => need.text),
    ...turn.misses.map((miss) => miss.text),
  ];
}

async function similar(
  embedder: Embedder,
  needs: readonly Need[],
  former: readonly string[],
  view: GuardView,
): Promise<{ need: Need; why: string }[]> {
  const vectors = await embedder.embed([...needs.map((need) => need.text), ...former], {
    as: 'query',
    signal: view.signal,
  });
  return needs.flatMap((need, index) => {
    const own = vectors[index];
    const nearest = former
      .map((text, at) => ({ text, cosine: dot(own, vectors[needs.length + at]) }))
      .toSorted((a, b) => b.cosine - a.cosine)[0];
    if (!nearest || nearest.cosine <= view.settings.repeat_similarity) return [];
    return [{ need, why: `it says the same as '${nearest.text}' (similarity ${nearest.cosine.toFixed(2)})` }];
  });
}

/** Cosine of unit vectors. */
function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
