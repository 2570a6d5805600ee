import type { GuardRule } from './rule';

/** Follow-up passes that a simple question gets, at most. */
const FOLLOW_UPS = 1;

/** 002 §2: `min(max_iterations, 2)` where a question was analysed as simple; complex ones go on as far as `max_turn_loops` lets them. */
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
