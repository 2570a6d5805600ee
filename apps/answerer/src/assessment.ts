import type { ActionResult } from '@quarry/engine';
import type { LeftOut } from '@quarry/protocol';
import { raiseNeeds, type Assessment, type Turn } from '@quarry/turn';
import { skipLeftOut } from './skipped';

/** The `missing` entry of an unreadable assessment: human-readable, never a search query. */
const UNREADABLE = 'the judgement of the evidence could not be read';

/**
 * Keeps an assessment and raises all its follow-up queries as needs, or what is missing, in words, if it has no
 * queries. A gap analysis (004) raises nothing yet: the critique after it decides whether to continue, and adopts its
 * queries, even if the critique itself is unreadable.
 */
export function assess(
  turn: Turn,
  judged: Assessment,
  leftOut?: LeftOut,
): Pick<ActionResult, 'patch' | 'note'> {
  const assessments = [...turn.assessments, judged];
  const note = noteOf(judged);
  if (judged.complete) return { patch: { assessments }, note };
  if (judged.by === 'gaps')
    return { patch: { assessments, ...(leftOut ? skipLeftOut(turn, leftOut) : {}) }, note };
  const round = assessments.filter(({ pass }) => pass === judged.pass);
  const queries = round.flatMap(({ followUps }) => followUps);
  const named = round.flatMap(({ missing }) => missing.filter((text) => text !== UNREADABLE));
  const wanted = queries.length > 0 ? queries : named;
  const needs = raiseNeeds(turn.needs, wanted, judged.pass);
  return { patch: { assessments, ...skipLeftOut({ ...turn, needs }, leftOut) }, note };
}

/** The assessment for an unreadable reply: the evidence does not count as complete. */
export function unreadable(by: string, pass: number): Assessment {
  return {
    pass,
    by,
    complete: false,
    answered: [],
    missing: [UNREADABLE],
    contradictions: [],
    followUps: [],
  };
}

function noteOf({ complete, answered, missing, contradictions, followUps }: Assessment): string {
  const parts = [
    complete ? 'complete' : 'not complete',
    ...(answered.length > 0 ? [`answered: ${answered.join('; ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join('; ')}`] : []),
    ...(contradictions.length > 0 ? [`contradictions: ${contradictions.join('; ')}`] : []),
    ...(followUps.length > 0 ? [`to search for: ${followUps.join(' · ')}`] : []),
  ];
  return parts.join(', ');
}
