import type { Turn, TurnEnd } from './turn';

/**
 * The typed end that a finished turn has earned. `direct`: nothing was searched by plan, and the model answered · `budget`: the guard stopped it
 * for time or tokens · `insufficient`: no cited evidence · `partial`: the guard stopped it, or something asked for was
 * not found · `answered`: everything else.
 */
export function conclude(turn: Turn): TurnEnd {
  if (turn.plan?.mode === 'direct' && !turn.stop)
    return { outcome: 'direct', reason: 'answered without retrieval, as planned' };
  if (turn.stop && (turn.stop.rule === 'deadline' || turn.stop.rule === 'token_budget')) {
    return { outcome: 'budget', reason: turn.stop.reason };
  }
  if (!turn.answer || turn.answer.citations.length === 0) {
    return { outcome: 'insufficient', reason: turn.stop?.reason ?? 'no evidence supports an answer' };
  }
  if (turn.stop) return { outcome: 'partial', reason: turn.stop.reason };
  const open = turn.needs.filter((need) => need.status !== 'resolved').length;
  if (open > 0)
    return {
      outcome: 'partial',
      reason: `${open} requested item${open === 1 ? ' was' : 's were'} not found`,
    };
  return { outcome: 'answered', reason: 'the evidence holds' };
}
