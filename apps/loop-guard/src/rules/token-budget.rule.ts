import type { GuardRule } from './rule';

/** Ends the loop if `max_turn_tokens` is spent, or if another pass of average size would exceed it. */
export const tokenBudget: GuardRule = {
  name: 'token_budget',
  limit: true,
  judge({ turn, settings }) {
    if (settings.max_turn_tokens === 0) return null;
    const used = turn.spent.inputTokens + turn.spent.outputTokens;
    const perPass = used / (turn.spent.loops + 1);
    if (used + perPass <= settings.max_turn_tokens) return null;
    return {
      rule: 'token_budget',
      reason: `${used} of ${settings.max_turn_tokens} tokens are used; another pass would exceed them`,
    };
  },
};
