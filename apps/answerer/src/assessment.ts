import type { ActionResult } from '@quarry/engine';
import { raiseNeeds, type Assessment, type Turn } from '@quarry/turn';

/** What is missing where a judgement could not be read: words for people, not for a search. */
const UNREADABLE = 'the judgement of the evidence could not be read';

/**
 * Keeps a judgement, and raises its follow-up queries, all of them, as needs; what is missing in words where it has no queries.
 * A gap analysis (004) raises nothing yet: the critique behind it decides whether to go on, and takes its queries along, also where it
 * cannot be read itself.
 */
export function assess(turn: Turn, judged: Assessment): Pick<ActionResult, 'patch' | 'note'> {
  const assessments = [...turn.assessments, judged];
  const note = noteOf(judged);
  if (judged.complete || judged.by === 'gaps') return { patch: { assessments }, note };
  const round = assessments.filter(({ pass }) => pass === judged.pass);
  const queries = round.flatMap(({ followUps }) => followUps);
  const named = round.flatMap(({ missing }) => missing.filter((text) => text !== UNREADABLE));
  const wanted = queries.length > 0 ? queries : named;
  return { patch: { assessments, needs: raiseNeeds(turn.needs, wanted, judged.pass) }, note };
}

/** What is kept where a judgement could not be read: nobody said that the evidence is complete. */
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
