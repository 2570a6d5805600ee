import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { DEPTHS, type Turn } from '@quarry/turn';

/** Branches by the depth of the question. A pipeline with `use_multi_step: false` (002 §3) always uses `fast`. */
@Injectable()
@Action({ name: 'choose_depth', outcomes: DEPTHS })
export class ChooseDepthAction implements ActionHandler {
  run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const outcome = context.settings.use_multi_step ? turn.options.depth : 'fast';
    const why = context.settings.use_multi_step ? '' : ' (use_multi_step: false)';
    return Promise.resolve({ outcome, note: `${outcome}${why}` });
  }
}
