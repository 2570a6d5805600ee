import type { Turn, TurnEnd } from './turn';

/** Guard rules that stop a turn because it has spent what it may. */
const BUDGET_RULES: readonly string[] = ['deadline', 'token_budget', 'cost_budget'];

/** True where the guard stopped the turn for time, tokens or money. */
export function isSpent({ stop }: Pick<Turn, 'stop'>): boolean {
  return stop !== null && BUDGET_RULES.includes(stop.rule);
}

/**
 * The typed end that a finished turn has earned. `direct`: nothing was searched by plan, and the model answered · `budget`: the guard stopped it
 * for time, tokens or money · `insufficient`: no cited evidence · `partial`: the guard stopped it, its writer or the last judgement calls the
 * evidence insufficient, or, where nobody judged it, something asked for was not found · `answered`: everything else.
 */
export function conclude(turn: Turn): TurnEnd {
  if (turn.plan?.mode === 'direct' && !turn.stop)
    return { outcome: 'direct', reason: 'answered without retrieval, as planned' };
  if (turn.stop && isSpent(turn)) {
    return { outcome: 'budget', reason: turn.stop.reason };
  }
  if (!turn.answer || turn.answer.citations.length === 0) {
    return {
      outcome: 'insufficient',
      reason: turn.stop?.reason ?? turn.answer?.insufficient ?? 'no evidence supports an answer',
    };
  }
  if (turn.stop) return { outcome: 'partial', reason: turn.stop.reason };
  if (turn.answer.insufficient !== undefined) return { outcome: 'partial', reason: turn.answer.insufficient };
  const judged = turn.assessments.at(-1);
  if (judged && !judged.complete) {
    const what = judged.missing.length > 0 ? `: ${judged.missing.join('; ')}` : '';
    return { outcome: 'partial', reason: `the evidence was judged incomplete${what}` };
  }
  // Whoever has the question and the findings decides: what was not found is then not needed, and stays in the gap report.
  if (judged?.complete) return { outcome: 'answered', reason: 'the evidence was judged complete' };
  // An agent that answers has read what its calls came to.
  const open = turn.needs.filter((need) => need.status !== 'resolved' && !need.call).length;
  if (open > 0)
    return {
      outcome: 'partial',
      reason: `${open} requested item${open === 1 ? ' was' : 's were'} not found`,
    };
  return { outcome: 'answered', reason: 'the evidence holds' };
}
