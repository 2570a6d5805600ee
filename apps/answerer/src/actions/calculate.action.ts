import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import type { Turn } from '@quarry/turn';
import { IsBoolean } from 'class-validator';
import { computePlanned, serveCalls } from '../calculate/serve-calls';

export class CalculateParams {
  /** True to compute the plan's tasks over the labels of findings (001, "Planner Mode"); false to serve open calls. */
  @IsBoolean() planned = false;
}

/**
 * Exact decimal arithmetic over findings and earlier results (001, "The Math Problem"). Expression, inputs and result
 * become evidence that the answer can cite, and part of its provenance. The outcome is `nothing` if nothing could be
 * computed; each failed call receives the reason.
 */
@Injectable()
@Action({ name: 'calculate', outcomes: ['ok', 'nothing'], params: CalculateParams })
export class CalculateAction implements ActionHandler<CalculateParams> {
  run(turn: Turn, { planned }: CalculateParams): Promise<ActionResult> {
    const { turn: after, computed, errors } = planned ? computePlanned(turn) : serveCalls(turn);
    const { evidence, calculations = [], needs, misses } = after;
    const fresh = calculations.slice((turn.calculations ?? []).length);
    const told = [...fresh.map(({ expression, result }) => `${expression} = ${result}`), ...errors];
    return Promise.resolve({
      outcome: computed > 0 ? 'ok' : 'nothing',
      patch: { evidence, calculations, needs, misses },
      note:
        told.length > 0 ? told.join('; ') : computed > 0 ? 'already computed' : 'there is nothing to compute',
    });
  }
}
