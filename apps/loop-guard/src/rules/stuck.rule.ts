import { currentPass } from '@quarry/turn';
import type { GuardRule } from './rule';

/** 003 §12.4: a follow-up pass that brought no new evidence will not be followed by a better one. */
export const stuck: GuardRule = {
  name: 'stuck',
  judge({ turn }) {
    const pass = currentPass(turn);
    if (pass > 1 && !turn.evidence.some((item) => item.pass === pass)) {
      return { rule: 'stuck', reason: `pass ${pass} brought nothing new` };
    }
    return null;
  },
};
