import { Fault, type Turn } from '@quarry/turn';
import { DEFAULT_LIMITS, type CarrierLimits } from './carrier';
import { ATTEMPTS_PER_VERSION } from './event-id';

const TURN_ID = /^[a-zA-Z0-9_-]{1,64}$/;

/** Ids become parts of keys and job ids, in which `:` and `{` have a meaning. */
export function isTurnId(id: string): boolean {
  return TURN_ID.test(id);
}

/**
 * Checks that every carrier applies to a new turn.
 * @throws Fault `bad_request` for an id that cannot be part of a key, `turn_too_large` for a document above the limit
 */
export function admit(turn: Turn, bytes: number, limits: CarrierLimits): void {
  if (!isTurnId(turn.id)) {
    throw new Fault('bad_request', 'A turn id has 1 to 64 letters, digits, underscores or hyphens.');
  }
  if (bytes > limits.maxTurnBytes) {
    throw new Fault(
      'turn_too_large',
      `The turn has ${bytes} bytes; at most ${limits.maxTurnBytes} are allowed. Shorten the question.`,
    );
  }
}

/**
 * Limits with defaults filled in. @throws Fault `internal` if attempts could reach the event ids of the next version
 */
export function limitsFrom(given: Partial<CarrierLimits> | undefined): CarrierLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  if (!(limits.maxAttempts >= 1 && limits.maxAttempts < ATTEMPTS_PER_VERSION - 1)) {
    throw new Fault(
      'internal',
      `maxAttempts must be 1 to ${ATTEMPTS_PER_VERSION - 2}, not ${limits.maxAttempts}.`,
    );
  }
  return limits;
}
