import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { Fault, type Clock } from '@quarry/turn';
import { Webhook as Signer } from 'standardwebhooks';
import { addressOf, parseTarget, type TargetRules } from './target';
import type { Attempt } from './webhook';

/** Milliseconds from the connection to the status of the answer. */
const TIMEOUT_MS = 10_000;

/** A message as it goes out. */
export interface Message {
  /** The same for every attempt: receivers know by it what they have seen. */
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/**
 * Sends a message once, signed as Standard Webhooks has it. Connects to the address that was checked, follows no redirect, and reads the status of the
 * answer alone. Never throws.
 */
export async function sendOnce(
  message: Message,
  rules: TargetRules,
  signal: AbortSignal,
  clock: Clock = Date,
): Promise<Attempt> {
  const at = clock.now();
  const ended = (status: number | null, problem: string | null): Attempt => ({
    ...{ at, ms: clock.now() - at, status, problem },
  });
  try {
    const status = await post(message, rules, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (status >= 200 && status < 300) return ended(status, null);
    const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
    return ended(status, `It answered ${status}${redirect}.`);
  } catch (error) {
    return ended(null, problemOf(error));
  }
}

async function post(
  { id, url: text, secret, body }: Message,
  rules: TargetRules,
  signal: AbortSignal,
): Promise<number> {
  const url = parseTarget(text, rules);
  const { address, family } = await addressOf(url, rules);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'quarry-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  };
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      ...{ method: 'POST', headers, signal, agent: false, maxHeaderSize: 16_384 },
      // The address that was checked: to look the name up again might find another one.
      lookup: (_host, options, found) => {
        if (options.all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      // Whatever it says beside its status is nobody's business, and may be without end.
      response.destroy();
    });
    sent.end(body);
  });
}

/** Without addresses: the tenant who made the webhook is not to learn how this installation's network looks. */
function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'It did not answer in time.';
  return typeof code === 'string' ? `The connection failed (${code}).` : 'The connection failed.';
}
