import { compareRequests, isFor, specificNames, type Need, type Turn } from '@quarry/turn';
import type { GuardRule, Refusal } from './rule';
import { sameRequests } from './same-request';

/** Refuses requests for data that repeat an earlier request or a search in words. If all are refused, the loop ends. */
export const repeatedQuery: GuardRule = {
  name: 'repeated_query',
  async judge(view) {
    const same = await sameRequests(view, earlierNeeds(view.turn, view.open));
    const refused: Refusal[] = same.map(({ need, former, similarity }) => ({
      need,
      why:
        similarity === null
          ? lookedFor(need, former)
          : `it was looked for before as '${former.text}' (similarity ${similarity.toFixed(2)})`,
    }));
    const searched = searchedInWords(view.turn);
    for (const need of view.open.filter((open) => isFor(open, 'search')))
      if (
        searched.some((query) => compareRequests(query, need.text) === 'same') &&
        !refused.some((item) => item.need.id === need.id)
      )
        refused.push({ need, why: 'it was looked for before' });
    if (refused.length === view.open.length)
      return {
        rule: 'repeated_query',
        reason: 'everything that was requested had been looked for before',
        refused,
      };
    return { refused };
  },
};

function lookedFor(need: Need, former: Need): string {
  if (!need.call) return 'it was looked for before';
  return `the same call was made before, in pass ${former.pass}: use its result, or call with other arguments`;
}

/**
 * The searches in general words, including the plan's query: the same words find the same again. A name that was
 * searched for can still be looked up in the graph. A rephrased plan query is a follow-up, so it is not compared by
 * embedding.
 */
function searchedInWords(turn: Turn): string[] {
  return turn.searches
    .filter(({ mode, query }) => mode !== 'graph' && mode !== 'section' && specificNames(query).length === 0)
    .map(({ query }) => query);
}

function earlierNeeds(turn: Turn, open: readonly Need[]): readonly Need[] {
  const current = new Set(open.map((need) => need.id));
  // What was skipped was not looked for: it may be asked for again.
  return turn.needs.filter((need) => !current.has(need.id) && need.skipped !== true);
}
