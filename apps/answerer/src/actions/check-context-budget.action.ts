import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { Turn } from '@quarry/turn';
import { composeContext, evidenceFor } from '../context-pack';
import { settleNeeds } from '../settle';

/** Phase F of 003 §6: composes the evidence of every pass into the answer's context and weighs it against `max_context_tokens`. */
@Injectable()
@Action({ name: 'check_context_budget', outcomes: ['ok', 'over_limit'] })
export class CheckContextBudgetAction implements ActionHandler {
  run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const evidence = evidenceFor(turn);
    const pack = composeContext(evidence, turn.graph);
    const limit = context.settings.max_context_tokens;
    const over = pack.tokens > limit;
    const note = `${evidence.length} of ${turn.evidence.length} pieces of evidence, ${pack.tokens} of ${limit} tokens`;
    // Over the limit the text is left out: the condensing step composes its own, and the turn stays small.
    const patch = { context: over ? { ...pack, text: '' } : pack, ...settleNeeds(turn) };
    return Promise.resolve({ outcome: over ? 'over_limit' : 'ok', patch, note });
  }
}
