import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import { conclude, type Turn } from '@quarry/turn';

/** The last step: sets the outcome if no earlier step has, and returns the turn to the client. */
@Injectable()
@Action({ name: 'finalize', outcomes: ['ok'] })
export class FinalizeAction implements ActionHandler {
  run(turn: Turn): Promise<ActionResult> {
    const end = turn.end ?? conclude(turn);
    return Promise.resolve({ outcome: 'ok', patch: { end }, note: `${end.outcome}: ${end.reason}` });
  }
}
