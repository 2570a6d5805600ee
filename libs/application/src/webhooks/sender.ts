import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { Fault, type Clock } from '@quarry/turn';
import { Webhook as Signer } from 'standardwebhooks';
import { addressOf, parseTarget, pinnedLookup, type TargetRules } from '@quarry/connections/outbound';
import { logRefused } from './log-refused';
import type { Attempt } from './webhook';

/** Milliseconds from the connection to the status of the response. */
const TIMEOUT_MS = 10_000;

/** A message to send. */
export interface Message {
  /** The same for every attempt, so that receivers recognise duplicates. */
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/**
 * Sends a message once, signed according to Standard Webhooks. Connects to the checked address, follows no redirect,
 * and reads only the status of the response. Never throws.
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
    return ended(status, `The endpoint replied ${status}${redirect}.`);
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
  const lookup = pinnedLookup(await addressOf(url, { onRefused: logRefused, ...rules }));
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
      ...{ method: 'POST', headers, signal, lookup, agent: false, maxHeaderSize: 16_384 },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      // The body is ignored: it is not needed, and may be endless.
      response.destroy();
    });
    sent.end(body);
  });
}

/** Without addresses, because the owner of the webhook must not learn about the network of this installation. */
function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'The endpoint did not respond in time.';
  return typeof code === 'string' ? `The connection failed (${code}).` : 'The connection failed.';
}
