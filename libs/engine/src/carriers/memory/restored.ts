import type { TurnFields } from '../turn-fields';
import { isOver, stateOf, type TurnState } from './memory-turns';
import type { TurnFacts } from './turn-facts';
import type { Noted, NotedTurn, TurnNote } from './turn-journal';

/**
 * The turns of a journal as the next process resumes them, and the changes to record first. Time without a process does
 * not count: a turn has as much of it left as when it was last recorded. Hops that ran when their process died are
 * handled by {@link afterwards}.
 * @param now milliseconds since the epoch
 */
export function restored(
  { turns, stopped }: Noted,
  now: number,
): { readonly turns: readonly TurnState[]; readonly notes: readonly TurnNote[] } {
  const ran = turns.filter(({ facts }) => facts.running).map(({ facts }) => facts);
  const states: TurnState[] = [];
  const notes: TurnNote[] = [];
  for (const noted of turns) {
    const { facts, fields } = noted;
    const state = stateOf({ ...fields, ...timeLeft(noted, now) }, afterwards(facts, ran, stopped));
    state.log.push(noted.events);
    state.log.markNoted();
    states.push(state);
    if (!isOver(state))
      notes.push({ id: state.id, facts: state.facts, fields: timeLeft(noted, now), events: [] });
  }
  return { turns: states, notes };
}

/** The deadline, later by the time since the turn was last recorded; unchanged for an ended turn. */
function timeLeft({ facts, fields, notedAt }: NotedTurn, now: number): TurnFields {
  if (facts.expiresAt !== undefined) return {};
  return { deadline: String(Number(fields['deadline']) + Math.max(0, now - notedAt)) };
}

/**
 * After this many deaths together with other hops, a version runs only while no other suspect does, so that the next
 * death identifies the cause.
 */
const SHARED_DEATHS = 2;

/** True for a hop that may have killed its process. Only one of them runs at a time. */
export function isSuspect({ deaths }: Pick<TurnFacts, 'deaths'>): boolean {
  return deaths >= SHARED_DEATHS;
}

/**
 * What the end of its process means for a running hop. Its attempt counts if the hop caused that end as far as can be
 * known: it ran alone, or was the only suspect that ran. It does not count if a stop of the process was requested.
 * @param ran the facts of all running hops
 */
function afterwards(facts: TurnFacts, ran: readonly TurnFacts[], stopped: boolean): TurnFacts {
  if (!facts.running) return facts;
  const over = { ...facts, running: false, told: true };
  if (stopped) return { ...over, attempt: facts.attempt - 1 };
  const suspects = ran.filter(isSuspect);
  const blamed = suspects.length > 0 ? suspects.includes(facts) : ran.length === 1;
  return blamed ? over : { ...over, attempt: facts.attempt - 1, deaths: facts.deaths + 1 };
}
