import { forgetDrafts } from './drafts';
import { Store } from '../store';

const PLACE = 'quarry.key';
const SIGN_OUT = 'quarry.sign-out';
const RENEWAL = 'quarry.renewal';

/** What renews a token once, and when that token expires, in milliseconds since the epoch. */
export interface Renewal {
  readonly text: string;
  readonly until: number;
}

/** The current key, and whether the gateway requires one. */
export interface Access {
  readonly key: string | null;
  /** True once a call was refused without a valid key. */
  readonly wanted: boolean;
  /** True while a page shows what cannot be shown again. */
  readonly held: boolean;
}

/** The key is stored only in this tab, and is deleted when the tab is closed. */
export const access = new Store<Access>({ key: sessionStorage.getItem(PLACE), wanted: false, held: false });

/** The key to send; null without one. */
export function currentKey(): string | null {
  return access.value.key;
}

/** Records that the gateway requires a key, or another one. */
export function keyRefused(): void {
  access.set({ ...access.value, wanted: true });
}

/** What renews the token of this tab; null for a key, and where the gateway renews none. */
export function kept(): Renewal | null {
  const text = sessionStorage.getItem(RENEWAL);
  return text === null ? null : (JSON.parse(text) as Renewal);
}

/** @param signOutUrl address that ends the session at the issuer; null for a key */
export function signIn(key: string, signOutUrl: string | null, renewal: Renewal | null = null): void {
  sessionStorage.setItem(PLACE, key);
  if (renewal === null) sessionStorage.removeItem(RENEWAL);
  else sessionStorage.setItem(RENEWAL, JSON.stringify(renewal));
  if (signOutUrl === null) sessionStorage.removeItem(SIGN_OUT);
  else sessionStorage.setItem(SIGN_OUT, signOutUrl);
  access.set({ ...access.value, key, wanted: false });
}

/**
 * Deletes the key and the unsent questions, and ends the session at the issuer, if there is one. The next call asks for
 * a key again if the gateway requires it.
 */
export function signOut(): void {
  const url = sessionStorage.getItem(SIGN_OUT);
  const renewal = kept();
  if (renewal !== null) endRenewal(renewal);
  sessionStorage.removeItem(PLACE);
  sessionStorage.removeItem(RENEWAL);
  sessionStorage.removeItem(SIGN_OUT);
  forgetDrafts();
  access.set({ ...access.value, key: null, wanted: true });
  if (url !== null) location.assign(url);
}

/** Lets the gateway forget the sign-in, also if the page is left at once. */
function endRenewal({ text }: Renewal): void {
  fetch('/v1/sign-in/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ renewal: text }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/** Keeps the page, also if the gateway requires a key meanwhile: from the first key on, it does. */
export function holdPage(held: boolean): void {
  access.set({ ...access.value, held });
}
