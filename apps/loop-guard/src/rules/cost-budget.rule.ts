import { costOf } from '@quarry/turn';
import type { GuardRule } from './rule';

/**
 * Ends the loop if `max_turn_cost` is spent, or if another pass of average cost would exceed it. A model without a
 * price also ends it: a limit that cannot be enforced must not be exceeded unnoticed.
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
        reason: `the price table has no price for model '${unpriced.model}', so the limit of ${limit} cannot be enforced; add it to 'prices'`,
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
