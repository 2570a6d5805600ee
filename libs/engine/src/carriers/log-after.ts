import { isAfter, type TurnEvent } from '@quarry/turn';
import { cursorFrom, LOG_START, RESET } from './event-id';

/**
 * The part of a whole log after the event `after`. If the log does not contain that event, the store lost it and its
 * work was repeated: the client receives a reset first.
 */
export function logAfter(log: readonly TurnEvent[], after: string | undefined): TurnEvent[] {
  const cursor = cursorFrom(after);
  const rest = log.filter(({ id }) => isAfter(id, cursor));
  const [next] = rest;
  const isThere = cursor === LOG_START || log.some(({ id }) => id === cursor);
  return isThere || !next || next.body.type === 'reset' ? rest : [resetBefore(next), ...rest];
}

/** A reset, which tells a client that work is repeated; directly before the first event of that work. */
export function resetBefore({ id, at }: TurnEvent): TurnEvent {
  const [ms = '', n = ''] = id.split('-');
  return { id: `${ms}-${Number(n) - 1}`, at, body: RESET };
}
