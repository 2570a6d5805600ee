import type { GuardRule } from './rule';

/** 003 §7.2: no more than `max_turn_loops` follow-up iterations. */
export const maxTurnLoops: GuardRule = {
  name: 'max_turn_loops',
  limit: true,
  judge({ turn, settings }) {
    if (turn.spent.loops < settings.max_turn_loops) return null;
    return {
      rule: 'max_turn_loops',
      reason: `after ${turn.spent.loops + 1} passes (max_turn_loops: ${settings.max_turn_loops}) data was still missing`,
    };
  },
};
