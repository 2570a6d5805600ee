import type { GuardRule } from './rule';

/** Share of the turn's total time that is reserved for writing the answer. */
const RESERVE = 0.2;

/** Stops while there is still time to write the best answer so far. */
export const deadline: GuardRule = {
  name: 'deadline',
  limit: true,
  judge({ turn, now }) {
    const left = turn.deadline - now;
    if (left > RESERVE * (turn.deadline - turn.askedAt)) return null;
    return {
      rule: 'deadline',
      reason: `the time for this question is nearly used up (${Math.max(0, Math.round(left / 1000))} s left)`,
    };
  },
};
