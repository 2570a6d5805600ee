import { Fault, redact } from '@quarry/turn';
import { placeOf, type Endpoint } from './endpoint';
import { isTransient, type Failure } from './failure';
import type { Expiry } from './watch';

const REDIRECT = 'It redirects, and redirects are not followed: set the base URL to the target.';
const ADVICE: ReadonlyMap<number, string> = new Map([
  ...[301, 302, 303, 307, 308].map((status) => [status, REDIRECT] as const),
  [
    400,
    'Check the model name, and whether prompt and output fit its window (max_context_tokens, max_output_tokens).',
  ],
  [401, 'Check the API key.'],
  [402, 'Check the billing of the account.'],
  [403, 'Check that the API key may use this model.'],
  [404, 'Check the base URL and the model name.'],
  [413, 'Lower max_context_tokens: the prompt is too large for it.'],
]);

/**
 * The fault for a failed attempt. The message never contains the key, nor the server's address if another service
 * answered there.
 */
export function faultOf(failure: Failure, endpoint: Endpoint, tries: number): Fault {
  const where = `${endpoint.kind} ${placeOf(endpoint)} (model ${endpoint.model})`;
  const detail = redact(failure.detail, endpoint.apiKey);
  const after = tries > 1 ? ` after ${tries} attempts` : '';
  switch (failure.kind) {
    case 'connection':
      return new Fault(
        'model_unavailable',
        `The connection to the ${where} failed${after}: ${detail}. Check that it is running and that the base URL is right.`,
        { retryable: true },
      );
    case 'garbage':
      return new Fault(
        'model_bad_reply',
        `The server that replied instead of the ${endpoint.kind} (model ${endpoint.model}) does not speak its protocol${after}: ${detail}. ` +
          'Try again later; if it persists, the operator should check that QUARRY_CHAT_BASE_URL is a chat endpoint.',
      );
    case 'declined':
      return new Fault(
        'model_refused',
        `The ${where} declined to answer: ${detail}. Ask in other words, or use another model.`,
      );
    case 'status': {
      const summary = `The ${where} answered ${failure.status}${after}: ${detail}.`;
      if (isTransient(failure)) {
        const wait =
          failure.retryAfterMs === null
            ? 'Try again later.'
            : `It asks to wait ${Math.ceil(failure.retryAfterMs / 1_000)} s.`;
        return new Fault('model_unavailable', `${summary} ${wait}`, { retryable: true });
      }
      const advice = failure.quota ? ADVICE.get(402) : (ADVICE.get(failure.status) ?? ADVICE.get(400));
      return new Fault('model_refused', `${summary} ${advice ?? ''}`.trim());
    }
  }
}

/** The fault for an early end. If the caller aborts with a Fault, that fault is thrown. */
export function expiryFault(expiry: Expiry, endpoint: Endpoint, reason: unknown): Fault {
  if (expiry === 'cancelled') {
    return reason instanceof Fault ? reason : new Fault('cancelled', 'The model call was cancelled.');
  }
  const what =
    expiry === 'total'
      ? `took longer than ${endpoint.timeoutMs} ms`
      : `sent nothing for ${endpoint.idleTimeoutMs} ms`;
  return new Fault(
    'model_timeout',
    `The ${endpoint.kind} ${placeOf(endpoint)} (model ${endpoint.model}) ${what}. Check its load, or allow more time.`,
    { retryable: true },
  );
}
