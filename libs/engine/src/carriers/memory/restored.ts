import type { TurnFields } from '../turn-fields';
import { isOver, stateOf, type TurnState } from './memory-turns';
import type { TurnFacts } from './turn-facts';
import type { Noted, NotedTurn, TurnNote } from './turn-journal';

/**
 * The turns that a journal holds, as the next process goes on with them, and what of them is to be noted first. Time in which no process ran does not count: a turn
 * has as much of it left as when it was last noted. What ran when its process died goes on as {@link afterwards} says.
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

/** Its deadline, later by the time that has passed since it was noted; nothing for a turn that has ended. */
function timeLeft({ facts, fields, notedAt }: NotedTurn, now: number): TurnFields {
  if (facts.expiresAt !== undefined) return {};
  return { deadline: String(Number(fields['deadline']) + Math.max(0, now - notedAt)) };
}

/** A version whose process died so often beside others runs while no other one of its kind does, so that the next death says whose fault it is. */
const SHARED_DEATHS = 2;

/** True for a hop that may have killed its process: one at a time is let run. */
export function isSuspect({ deaths }: Pick<TurnFacts, 'deaths'>): boolean {
  return deaths >= SHARED_DEATHS;
}

/**
 * What the end of its process makes of a hop that ran: its attempt counts where that was its fault as far as can be known, which is where it ran alone, or was the suspect among
 * those that ran. It does not count where somebody asked the process to stop.
 * @param ran the facts of all that ran
 */
function afterwards(facts: TurnFacts, ran: readonly TurnFacts[], stopped: boolean): TurnFacts {
  if (!facts.running) return facts;
  const over = { ...facts, running: false, told: true };
  if (stopped) return { ...over, attempt: facts.attempt - 1 };
  const suspects = ran.filter(isSuspect);
  const blamed = suspects.length > 0 ? suspects.includes(facts) : ran.length === 1;
  return blamed ? over : { ...over, attempt: facts.attempt - 1, deaths: facts.deaths + 1 };
}
