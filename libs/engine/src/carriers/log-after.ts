import { isAfter, type TurnEvent } from '@quarry/turn';
import { cursorFrom, LOG_START, RESET } from './event-id';

/**
 * What of a whole log follows the event `after`. Where the log does not have that event, a store had forgotten it, and its work was done again: whoever saw it is told so first.
 */
export function logAfter(log: readonly TurnEvent[], after: string | undefined): TurnEvent[] {
  const cursor = cursorFrom(after);
  const rest = log.filter(({ id }) => isAfter(id, cursor));
  const [next] = rest;
  const isThere = cursor === LOG_START || log.some(({ id }) => id === cursor);
  return isThere || !next || next.body.type === 'reset' ? rest : [resetBefore(next), ...rest];
}

/** What tells a client that work is done again: right before the first event of that work. */
export function resetBefore({ id, at }: TurnEvent): TurnEvent {
  const [ms = '', n = ''] = id.split('-');
  return { id: `${ms}-${Number(n) - 1}`, at, body: RESET };
}
