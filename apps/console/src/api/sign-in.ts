import type { BegunSignInDto, SignedInDto } from '@quarry/client';
import { call } from './call';
import { signIn } from './key';
import { asProblem } from './problem';
import { plan } from './renewal';
import { returning } from './returning';
import { t } from '../language/messages';

const PLACE = 'quarry.sign-in';
const PAGE = '/sign-in';

/** What this tab keeps while the user is at the issuer, and the page to go back to. */
type Kept = Omit<BegunSignInDto, 'url'> & { readonly to: string };

const redirectUri = (): string => location.origin + PAGE;

/** Leaves the page for the issuer's. @throws Problem */
export async function goToIssuer(): Promise<void> {
  const body = { redirectUri: redirectUri() };
  const { url, ...begun } = await call<BegunSignInDto>('POST', '/v1/sign-in', { body });
  const kept: Kept = { ...begun, to: location.pathname + location.search };
  sessionStorage.setItem(PLACE, JSON.stringify(kept));
  location.assign(url);
}

/** On the way back from the issuer, exchanges the code for a token. The code does not stay in the address. */
export async function returnFromIssuer(): Promise<void> {
  if (location.pathname !== PAGE) return;
  const parameters = location.search.slice(1);
  const text = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  history.replaceState(null, '', ownPage(kept?.to ?? '/'));
  // The router reads the address again.
  window.dispatchEvent(new PopStateEvent('popstate'));
  if (parameters === '') return;
  if (kept === null) {
    returning.set({ pending: false, problem: asProblem(new Error(OTHER_TAB)) });
    return;
  }
  returning.set({ pending: true, problem: null });
  try {
    const { state, nonce, codeVerifier } = kept;
    const body = { redirectUri: redirectUri(), parameters, state, nonce, codeVerifier };
    const { token, signOutUrl, renewal, expiresAt } = await call<SignedInDto>('POST', '/v1/sign-in/token', {
      body,
    });
    signIn(token, signOutUrl, renewal === null ? null : { text: renewal, until: Date.parse(expiresAt) });
    plan();
    returning.set({ pending: false, problem: null });
  } catch (error) {
    returning.set({ pending: false, problem: asProblem(error) });
  }
}

/** A page of this console, whatever the text says. */
function ownPage(to: string): string {
  const url = URL.canParse(to, location.origin) ? new URL(to, location.origin) : null;
  return url?.origin !== location.origin || url.pathname === PAGE ? '/' : url.pathname + url.search;
}

const OTHER_TAB = t('The sign-in was begun in another tab, or is over. Sign in again.');
