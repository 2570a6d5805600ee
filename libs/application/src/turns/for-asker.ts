import type { TurnView } from '@quarry/engine';
import { defined, type Turn, type TurnEnd, type TurnEvent } from '@quarry/turn';
import { hasRole } from '../access/caller';
import { withoutAddresses, withoutPlaces } from '../access/without-places';
import type { Asker } from './may-read-turn';

/** Codes of faults whose message speaks of the asker's own input. */
const OF_INPUT: ReadonlySet<string> = new Set([
  'bad_request',
  'cancelled',
  'question_too_long',
  'turn_too_large',
]);

/** Whether the asker may know where the parts of the installation run: operators, and processes without callers. */
function knowsPlaces(asker: Asker): boolean {
  return typeof asker === 'string' || hasRole(asker, 'operator');
}

/** The turn as the asker may see it: for anybody but operators, errors name no place of the installation. */
export function viewFor<View extends TurnView>(asker: Asker, view: View): View {
  return knowsPlaces(asker) ? view : { ...view, turn: turnWithoutPlaces(view.turn) };
}

/** As {@link viewFor}, for a turn that is sent to others, e.g. by a webhook. */
export function turnWithoutPlaces(turn: Turn): Turn {
  const { end, stop, degraded } = turn;
  const isFault = isRuleOfFault(stop?.rule);
  return {
    ...turn,
    end: end && (isFault ? { ...end, reason: withoutPlaces(end.reason) } : endWithoutPlaces(end)),
    stop: stop && isFault ? { ...stop, reason: withoutPlaces(stop.reason) } : stop,
    ...defined({ degraded: degraded?.map((each) => ({ ...each, reason: withoutPlaces(each.reason) })) }),
  };
}

/** Whether a turn that a rule stopped ended by a fault, whose message is its reason. */
function isRuleOfFault(rule: string | null | undefined): boolean {
  return rule === 'store_away' || rule === 'deadline';
}

interface Ended {
  readonly outcome: string | null;
  readonly stopRule: string | null;
  readonly reason: string | null;
}

/** As {@link viewFor}, for an entry of a list. */
export function listedFor<Listed extends Ended>(asker: Asker, turn: Listed): Listed {
  const isFault = turn.outcome === 'failed' || isRuleOfFault(turn.stopRule);
  if (!isFault || turn.reason === null || knowsPlaces(asker)) return turn;
  return { ...turn, reason: withoutPlaces(turn.reason) };
}

/** As {@link viewFor}, for the events of a turn. */
export function eventsFor(asker: Asker, events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent> {
  return knowsPlaces(asker) ? events : withoutPlacesIn(events);
}

/** As {@link viewFor}, for a log. */
export function logFor(asker: Asker, events: readonly TurnEvent[]): readonly TurnEvent[] {
  return knowsPlaces(asker) ? events : events.map(eventWithoutPlaces);
}

async function* withoutPlacesIn(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  for await (const event of events) yield eventWithoutPlaces(event);
}

function eventWithoutPlaces(event: TurnEvent): TurnEvent {
  const { body } = event;
  if (body.type === 'store.away') return { ...event, body: { ...body, reason: withoutPlaces(body.reason) } };
  if (body.type === 'turn.finished') return { ...event, body: endWithoutPlaces(body) };
  return event;
}

/** An end in the best answer so far has no code, and may be that of a fault as well. */
function endWithoutPlaces<End extends TurnEnd>(end: End): End {
  const { outcome, code, reason } = end;
  // The reason is then the words of a store.
  if (outcome === 'partial' && reason.startsWith('answered without '))
    return { ...end, reason: withoutPlaces(reason) };
  if (outcome === 'partial' || outcome === 'budget') return { ...end, reason: withoutAddresses(reason) };
  return code === undefined || OF_INPUT.has(code) ? end : { ...end, reason: withoutPlaces(reason) };
}
