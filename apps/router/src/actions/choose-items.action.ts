import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { Turn } from '@quarry/turn';

/**
 * Branches by what the first extraction looks for: the whole question, or its parts in parallel (001, "Consider
 * parallel first iteration").
 */
@Injectable()
@Action({ name: 'choose_items', outcomes: ['one', 'many'] })
export class ChooseItemsAction implements ActionHandler {
  run(_turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const many = context.settings.parallel_first_iteration;
    return Promise.resolve({
      outcome: many ? 'many' : 'one',
      note: many ? 'looks for the parts of the question in parallel' : 'looks for the question itself first',
    });
  }
}
