import type { GuardRule } from './rule';

/** Maximum follow-up passes of a simple question. */
const FOLLOW_UPS = 1;

/**
 * 002 §2: `min(max_iterations, 2)` for questions analysed as simple. Complex ones are only limited by
 * `max_turn_loops`.
 */
export const simpleQuestion: GuardRule = {
  name: 'simple_question',
  judge({ turn }) {
    if (turn.plan?.complexity !== 'simple' || turn.spent.loops < FOLLOW_UPS) return null;
    return {
      rule: 'simple_question',
      reason: 'a simple question gets one follow-up pass, and data was still missing after it',
    };
  },
};
