import type { Turn } from '@quarry/turn';
import type { GuardRule, Refusal } from './rule';
import { sameRequests } from './same-request';

/**
 * 000, "Termination Conditions", 2: refuses requests that were not found earlier in this turn or session. If all are
 * refused, the turn is stuck, and is answered with the available evidence.
 */
export const notFound: GuardRule = {
  name: 'not_found',
  async judge(view) {
    const same = await sameRequests(view, soughtInVain(view.turn), { missed: true });
    const refused: Refusal[] = same.map(({ need, former, similarity }) => {
      const as = similarity === null ? '' : ` as '${former.text}' (similarity ${similarity.toFixed(2)})`;
      return { need, why: `it was not found earlier in this ${former.when}${as}: ${former.why}` };
    });
    if (refused.length < view.open.length) return { refused };
    const when = [...new Set(same.map(({ former }) => former.when))].toSorted().join(' and ');
    return {
      rule: 'not_found',
      reason: `every request was looked for and not found earlier in this ${when}`,
      refused,
    };
  },
};

interface InVain {
  readonly text: string;
  readonly why: string;
  readonly when: 'turn' | 'session';
}

/** What was searched for and not found. A miss without searched places is a refusal: that request was not tried. */
function soughtInVain(turn: Turn): readonly InVain[] {
  return [
    ...(turn.memory?.notFound ?? []).map((miss): InVain => ({ ...miss, when: 'session' })),
    ...turn.misses
      .filter(({ where }) => where.length > 0)
      .map(({ text, why }): InVain => ({ text, why, when: 'turn' })),
  ];
}
