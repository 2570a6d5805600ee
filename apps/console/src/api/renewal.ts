import type { SignedInDto } from '@quarry/client';
import { currentKey, keyRefused, kept, signIn, type Renewal } from './key';
import { problemOf } from './problem';
import { returning } from './returning';

/** Before its end, a token is renewed; a call waits for that only when the end is near. Milliseconds. */
const EARLY_MS = 60_000;
const NEAR_MS = 10_000;
/** Between two tries while the issuer is away. */
const AGAIN_MS = 15_000;

/** A token of one tab for its copies: a duplicated tab has the same renewal, which is valid once. */
type Shared = Pick<SignedInDto, 'token' | 'signOutUrl'> & { readonly renewal: Renewal };

const tabs = new BroadcastChannel('quarry.renewal');
let underWay: Promise<boolean> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

tabs.onmessage = ({ data }: MessageEvent<Shared>) => {
  const own = kept();
  if (own === null || sessionOf(own) !== sessionOf(data.renewal)) return;
  signIn(data.token, data.signOutUrl, data.renewal);
  plan();
};

/** Renews the token of this tab before it ends, from now on. */
export function plan(): void {
  clearTimeout(timer);
  const now = kept();
  if (now === null) return;
  const left = now.until - Date.now();
  // A token that lasts no longer than that is renewed halfway.
  const wait = left > 2 * EARLY_MS ? left - EARLY_MS : left / 2;
  timer = setTimeout(() => void again(), Math.max(1_000, wait));
}

async function again(): Promise<void> {
  await renewed().catch(() => {
    timer = setTimeout(() => void again(), AGAIN_MS);
  });
}

/** Waits until the token is fresh enough to be sent. */
export async function fresh(): Promise<void> {
  const now = kept();
  // The call itself will tell what is wrong.
  if (now !== null && now.until - Date.now() < NEAR_MS) await renewed().catch(() => undefined);
}

/**
 * Renews the token, once for all who wait.
 * @returns false if there is nothing to renew it with, or if the sign-in has ended
 * @throws Problem if the gateway or the issuer is away: the sign-in stays
 */
export function renewed(): Promise<boolean> {
  const before = kept();
  if (before === null) return Promise.resolve(false);
  underWay ??= oneTab(() => renew(before)).finally(() => {
    underWay = null;
    plan();
  });
  return underWay;
}

/** Runs the work while no other tab does. Pages without TLS have no locks. */
async function oneTab(work: () => Promise<boolean>): Promise<boolean> {
  if (!isSecureContext) return work();
  return navigator.locks.request('quarry.renewal', work);
}

async function renew(before: Renewal): Promise<boolean> {
  const now = kept();
  if (now === null) return false;
  // A copy of this tab was faster.
  if (now.text !== before.text) return true;
  const response = await fetch('/v1/sign-in/renewal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ renewal: now.text }),
    credentials: 'omit',
  });
  if (response.status === 401) {
    signIn(currentKey() ?? '', null, null);
    returning.set({ pending: false, problem: null, ended: true });
    keyRefused();
    return false;
  }
  if (!response.ok) throw await problemOf(response);
  const { token, signOutUrl, renewal, expiresAt } = (await response.json()) as SignedInDto;
  const next = renewal === null ? null : { text: renewal, until: Date.parse(expiresAt) };
  signIn(token, signOutUrl, next);
  if (next) tabs.postMessage({ token, signOutUrl, renewal: next } satisfies Shared);
  return true;
}

function sessionOf({ text }: Renewal): string {
  return text.slice(0, text.indexOf('.'));
}
