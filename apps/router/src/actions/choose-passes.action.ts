import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { Turn } from '@quarry/turn';

/**
 * Branches by whether follow-up passes are allowed (002 §2, step 4: `retrieval_iterations > 1`). Without them, judging
 * the evidence is pointless.
 */
@Injectable()
@Action({ name: 'choose_passes', outcomes: ['one', 'more'] })
export class ChoosePassesAction implements ActionHandler {
  run(_turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const { max_turn_loops: loops } = context.settings;
    return Promise.resolve({
      outcome: loops > 0 ? 'more' : 'one',
      note: `${loops + 1} pass${loops === 0 ? '' : 'es'} at most`,
    });
  }
}
