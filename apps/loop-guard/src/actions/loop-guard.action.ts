import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER } from '@quarry/platform';
import { currentPass, openNeeds, type Miss, type Need, type Stop, type Turn } from '@quarry/turn';
import { deadline } from '../rules/deadline.rule';
import { maxTurnLoops } from '../rules/max-turn-loops.rule';
import { repeatedQuery } from '../rules/repeated-query.rule';
import type { GuardRule } from '../rules/rule';
import { stuck } from '../rules/stuck.rule';
import { tokenBudget } from '../rules/token-budget.rule';

/** In this order: hard limits first, then what another pass could not mend. */
const RULES: readonly GuardRule[] = [maxTurnLoops, deadline, tokenBudget, stuck, repeatedQuery];

/** The toll gate of every loop (003 §7.2): lets another pass begin, or stops with a reason. */
@Injectable()
@Action({ name: 'loop_guard', outcomes: ['again', 'stop'] })
export class LoopGuardAction implements ActionHandler {
  constructor(@Inject(EMBEDDER) private readonly embedder: Embedder | null) {}

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    let current = turn;
    for (const rule of RULES) {
      const open = openNeeds(current);
      if (open.length === 0)
        return stopped(current, { rule: 'nothing_requested', reason: 'no data was requested' });
      const ruling = await rule.judge({
        turn: current,
        settings: context.settings,
        open,
        now: Date.now(),
        embedder: this.embedder,
        signal: context.signal,
      });
      if (ruling && 'rule' in ruling) return stopped(current, ruling);
      if (ruling) current = refuse(current, ruling.refused);
    }
    const open = openNeeds(current);
    return {
      outcome: 'again',
      patch: { needs: current.needs, misses: current.misses },
      note: `pass ${currentPass(turn) + 1}: ${open.length} request${open.length === 1 ? '' : 's'} to serve`,
    };
  }
}

function stopped(turn: Turn, stop: Stop): ActionResult {
  const settled = refuse(
    turn,
    openNeeds(turn).map((need) => ({ need, why: stop.reason })),
  );
  return {
    outcome: 'stop',
    patch: { needs: settled.needs, misses: settled.misses, stop },
    note: `${stop.rule}: ${stop.reason}`,
  };
}

function refuse(turn: Turn, refused: readonly { readonly need: Need; readonly why: string }[]): Turn {
  const ids = new Set(refused.map((item) => item.need.id));
  const misses: Miss[] = refused.map(({ need, why }) => ({
    pass: currentPass(turn),
    text: need.text,
    why,
    where: [],
  }));
  return {
    ...turn,
    needs: turn.needs.map((need) => (ids.has(need.id) ? { ...need, status: 'missed' } : need)),
    misses: [...turn.misses, ...misses],
  };
}
