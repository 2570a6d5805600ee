import { Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import type { Turn } from '@quarry/turn';
import { IsBoolean } from 'class-validator';
import { computePlanned, serveCalls } from '../calculate/serve-calls';

export class CalculateParams {
  /** True to compute what the plan says (001, "Planner Mode"), over the labels of findings; else what was called for. */
  @IsBoolean() planned = false;
}

/**
 * Exact decimal arithmetic over findings and earlier results (001, "The Math Problem"): expression, inputs and result become part of the
 * answer's provenance, and evidence that it can cite. `nothing` where nothing could be computed; calls are told why.
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
        told.length > 0 ? told.join('; ') : computed > 0 ? 'computed before' : 'there is nothing to compute',
    });
  }
}
