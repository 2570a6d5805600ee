import { currentPass } from '@quarry/turn';
import type { GuardRule } from './rule';

/** 003 §12.4: stops after a follow-up pass without new evidence, because another pass would not do better. */
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
