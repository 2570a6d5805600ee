import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { Turn } from '@quarry/turn';
import { IsBoolean, IsOptional } from 'class-validator';
import { selectWithin } from '../condense';
import { composeContext, evidenceFor, extendContext, NO_GRAPH } from '../context-pack';
import { settleNeeds } from '../settle';

export class ContextBudgetParams {
  /** Over the limit, omit the least relevant evidence instead of condensing: for judging prompts between two passes. */
  @IsOptional() @IsBoolean() fit?: boolean;
}

/**
 * Phase F of 003 §6: composes the evidence of all passes into a context, and checks it for `max_context_tokens`. A later
 * pass extends the context of the pass before where it can.
 */
@Injectable()
@Action({ name: 'check_context_budget', outcomes: ['ok', 'over_limit'], params: ContextBudgetParams })
export class CheckContextBudgetAction implements ActionHandler<ContextBudgetParams> {
  run(turn: Turn, params: ContextBudgetParams, context: HopContext): Promise<ActionResult> {
    const limit = context.settings.max_context_tokens;
    const evidence = evidenceFor(turn);
    const extended = turn.context && extendContext(turn.context, evidence, turn.graph, limit);
    const whole =
      extended && extended.tokens <= limit ? extended : composeContext(evidence, turn.graph, limit);
    const fits = whole.tokens <= limit;
    const pack =
      fits || params.fit !== true ? whole : composeContext(selectWithin(evidence, limit), NO_GRAPH, limit);
    const over = pack.tokens > limit;
    const note = `${pack.items.length} of ${turn.evidence.length} pieces of evidence, ${pack.tokens} of ${limit} tokens`;
    // Over the limit, omit the text: the condensing step composes its own, and the turn stays small.
    const patch = { context: over ? { ...pack, text: '' } : pack, ...settleNeeds(turn) };
    return Promise.resolve({ outcome: over ? 'over_limit' : 'ok', patch, note });
  }
}
