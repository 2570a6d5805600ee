import { fetchUpTo } from '@quarry/connections/http';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { TokenIssuer } from './token-issuer';

/** Most bytes of a response of the issuer. */
const MOST_BYTES = 1024 * 1024;
/** Seconds that a request to the issuer takes at most. */
const TIMEOUT_S = 10;

/** A sign-in that has begun. All but the URL stays with the browser tab that began it. */
export interface BegunSignIn {
  /** Address of the issuer's page, to which the browser goes. */
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the issuer's page came back with, and what the tab kept. */
export interface ReturnedSignIn extends Omit<BegunSignIn, 'url'> {
  /** The address that the issuer sent the browser to, with its parameters. */
  readonly returnedTo: URL;
}

/** A token that this gateway accepts, and when it expires, in milliseconds since the epoch. */
export interface SignedIn {
  readonly token: string;
  readonly until: number;
  /** Address of the issuer that ends the session there, for the browser; null if the issuer has none. */
  readonly signOutUrl: string | null;
}

type Settings = Pick<
  QuarryConfig,
  'jwtIssuer' | 'jwtAudience' | 'jwtJwksUrl' | 'jwtClaims' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope'
>;

/**
 * Signs users in at the configured issuer: OpenID Connect, authorization code with PKCE. It keeps nothing between the
 * two steps; the token is one that {@link TokenIssuer} accepts, like any other bearer's.
 */
export class OidcSignIn {
  private readonly tokens: TokenIssuer;
  private found: Promise<Configuration> | null = null;

  constructor(private readonly config: Settings) {
    this.tokens = new TokenIssuer(config);
  }

  /** Host of the issuer, for "Sign in with …"; null if users cannot sign in there. */
  get host(): string | null {
    const { jwtIssuer, oidcClientId } = this.config;
    return jwtIssuer === undefined || oidcClientId === undefined ? null : new URL(jwtIssuer).host;
  }

  /**
   * Begins a sign-in.
   * @param redirectUri the console's address, as it is registered at the issuer
   * @throws Fault `bad_request` without sign-in; `issuer_unavailable`
   */
  async begin(redirectUri: string): Promise<BegunSignIn> {
    const issuer = await this.issuer();
    const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const url = buildAuthorizationUrl(issuer, {
      redirect_uri: redirectUri,
      scope: this.config.oidcScope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state, nonce, codeVerifier };
  }

  /**
   * Exchanges the code for a token: the access token if this gateway accepts it, otherwise the ID token.
   * @returns null if the issuer or this gateway refuses: wrong state, nonce, verifier or code; no tenant in the token
   * @throws Fault `bad_request` without sign-in; `issuer_unavailable`
   */
  async end({ returnedTo, state, nonce, codeVerifier }: ReturnedSignIn): Promise<SignedIn | null> {
    const issuer = await this.issuer();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
    const reply = await authorizationCodeGrant(issuer, returnedTo, {
      ...checks,
      idTokenExpected: true,
    }).catch((error: unknown) => {
      if (isAway(error)) throw unavailable(error);
      return null;
    });
    for (const token of [reply?.access_token, reply?.id_token]) {
      const bearer = token === undefined ? null : await this.tokens.find(token);
      if (token !== undefined && bearer)
        return { token, until: bearer.until, signOutUrl: signOutUrl(issuer, returnedTo, reply?.id_token) };
    }
    return null;
  }

  /** What the issuer publishes about itself, read once; a failure is not kept. */
  private issuer(): Promise<Configuration> {
    const { jwtIssuer, oidcClientId, oidcClientSecret } = this.config;
    if (jwtIssuer === undefined || oidcClientId === undefined)
      throw new Fault(
        'bad_request',
        'This gateway has no sign-in: set QUARRY_OIDC_CLIENT_ID and QUARRY_JWT_ISSUER, or use an API key.',
      );
    const url = new URL(jwtIssuer);
    this.found ??= discovery(url, oidcClientId, oidcClientSecret, undefined, {
      timeout: TIMEOUT_S,
      [customFetch]: fetchUpTo(MOST_BYTES),
      // The settings allow `http:` on this machine only.
      execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      this.found = null;
      throw unavailable(error);
    });
    return this.found;
  }
}

/** OpenID Connect RP-Initiated Logout: the issuer sends the browser back to where the sign-in returned to. */
function signOutUrl(issuer: Configuration, returnedTo: URL, idToken: string | undefined): string | null {
  const endpoint = issuer.serverMetadata().end_session_endpoint;
  // The browser goes there: it must be a page.
  if (endpoint === undefined || idToken === undefined || !/^https?:$/.test(new URL(endpoint).protocol))
    return null;
  return buildEndSessionUrl(issuer, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnedTo.origin + returnedTo.pathname,
  }).href;
}

/** Whether the issuer did not answer, or with a failure of its own. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error.name === 'TimeoutError' || (error instanceof TypeError && !('code' in error))) return true;
  const { cause } = error;
  return cause instanceof Response && cause.status >= 500;
}

function unavailable(error: unknown): Fault {
  const why = error instanceof Error ? error.message : String(error);
  return new Fault('issuer_unavailable', `The issuer cannot be reached for the sign-in (${why}).`, {
    retryable: true,
  });
}
