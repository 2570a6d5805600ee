import { costOf } from '@quarry/turn';
import type { GuardRule } from './rule';

/**
 * Ends the loop where `max_turn_cost` is spent, or another pass of the usual cost would exceed it. A model without a price ends it as
 * well: a limit that cannot be kept is not to be passed unseen.
 */
export const costBudget: GuardRule = {
  name: 'cost_budget',
  limit: true,
  judge({ turn, settings }) {
    const limit = settings.max_turn_cost;
    if (limit === 0) return null;
    const unpriced = turn.spent.calls.find(({ cost }) => cost === null);
    if (unpriced) {
      return {
        rule: 'cost_budget',
        reason: `the price table has no price for model '${unpriced.model}', so a limit of ${limit} cannot be kept; add it to 'prices'`,
      };
    }
    const spent = costOf(turn.spent.calls) ?? 0;
    const perPass = spent / (turn.spent.loops + 1);
    if (spent + perPass <= limit) return null;
    return {
      rule: 'cost_budget',
      reason: `${spent} of ${limit} is spent; another pass would exceed it`,
    };
  },
};
