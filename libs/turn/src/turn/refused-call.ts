import type { Stop } from './turn';

/** How the reason of a {@link Stop} begins, or goes on, where a budget does not allow the next call of the model. */
export const NO_ROOM_FOR_CALL = 'the next call of the model would exceed';

/** Rule of a {@link Stop} where no configured model may see what the prompt holds. */
export const SENSITIVITY_RULE = 'sensitivity';

/**
 * Whether a turn stopped because a budget, or the sensitivity of its prompt, did not allow it to ask its model.
 *
 * @example
 * isCallRefused({ rule: 'cost_budget', reason: `${NO_ROOM_FOR_CALL} the cost limit` }); // true
 */
export function isCallRefused(stop: Stop | null): boolean {
  return stop !== null && (stop.rule === SENSITIVITY_RULE || stop.reason.includes(NO_ROOM_FOR_CALL));
}
