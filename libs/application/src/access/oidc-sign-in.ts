import { Logger } from '@nestjs/common';
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
  refreshTokenGrant,
  tokenRevocation,
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

/** What renews a token. Stays in the gateway. */
export interface Renewable {
  readonly refreshToken: string;
  /** The user, who cannot change in a session. */
  readonly subject: string;
  /** The address that the issuer sent the browser to, without parameters. */
  readonly returnedTo: string;
}

/** A token, and what renews it; null if the issuer gave nothing that does. */
interface SignedInThere extends SignedIn {
  readonly renewable: Renewable | null;
}

type Settings = Pick<
  QuarryConfig,
  'jwtIssuer' | 'jwtAudience' | 'jwtJwksUrl' | 'jwtClaims' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope'
>;

/**
 * Signs users in at the configured issuer: OpenID Connect, authorization code with PKCE. It keeps nothing; the token is
 * one that {@link TokenIssuer} accepts, like any other bearer's.
 */
export class OidcSignIn {
  private readonly logger = new Logger('sign-in');
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
      // OpenID Connect gives no access while the user is away without asking the user.
      ...(/(?:^| )offline_access(?: |$)/.test(this.config.oidcScope) ? { prompt: 'consent' } : {}),
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
  async end({ returnedTo, state, nonce, codeVerifier }: ReturnedSignIn): Promise<SignedInThere | null> {
    const issuer = await this.issuer();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
    const reply = await authorizationCodeGrant(issuer, returnedTo, {
      ...checks,
      idTokenExpected: true,
    }).catch((error: unknown) => {
      if (isAway(error)) throw unavailable(error);
      return null;
    });
    return this.accepted(issuer, reply, {
      ...{ refreshToken: reply?.refresh_token, subject: reply?.claims()?.sub },
      returnedTo: returnedTo.origin + returnedTo.pathname,
    });
  }

  /**
   * A new token by a refresh token, and what renews that one.
   * @returns null if the issuer or this gateway refuses, or if the token is of another user
   * @throws Fault `issuer_unavailable`
   */
  async renew(renewable: Renewable): Promise<(SignedInThere & { readonly renewable: Renewable }) | null> {
    const issuer = await this.issuer();
    const reply = await refreshTokenGrant(issuer, renewable.refreshToken).catch((error: unknown) => {
      if (isAway(error)) throw unavailable(error);
      return null;
    });
    const subject = reply?.claims()?.sub ?? renewable.subject;
    if (!reply || subject !== renewable.subject) return null;
    const next = { ...renewable, refreshToken: reply.refresh_token ?? renewable.refreshToken };
    const signedIn = await this.accepted(issuer, reply, next);
    return signedIn && { ...signedIn, renewable: next };
  }

  /** Revokes a refresh token at the issuer, if it can be. Never throws. */
  async revoke({ refreshToken }: Renewable): Promise<void> {
    try {
      const issuer = await this.issuer();
      if (issuer.serverMetadata().revocation_endpoint === undefined) return;
      await tokenRevocation(issuer, refreshToken, { token_type_hint: 'refresh_token' });
    } catch (error) {
      // The message of an issuer can be anything: only its kind is logged.
      this.logger.warn(
        `a refresh token was not revoked at the issuer (${error instanceof Error ? error.name : '?'})`,
      );
    }
  }

  /** The token of a reply that this gateway accepts: the access token, otherwise the ID token. */
  private async accepted(
    issuer: Configuration,
    reply: { readonly access_token: string; readonly id_token?: string | undefined } | null,
    {
      refreshToken,
      subject,
      returnedTo,
    }: Pick<Renewable, 'returnedTo'> & { readonly [Key in 'refreshToken' | 'subject']: string | undefined },
  ): Promise<SignedInThere | null> {
    for (const token of [reply?.access_token, reply?.id_token]) {
      const bearer = token === undefined ? null : await this.tokens.find(token);
      if (token === undefined || !bearer) continue;
      const isRenewable = refreshToken !== undefined && subject !== undefined;
      return {
        ...{ token, until: bearer.until, signOutUrl: signOutUrl(issuer, returnedTo, reply?.id_token) },
        renewable: isRenewable ? { refreshToken, subject, returnedTo } : null,
      };
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
function signOutUrl(issuer: Configuration, returnedTo: string, idToken: string | undefined): string | null {
  const endpoint = issuer.serverMetadata().end_session_endpoint;
  // The browser goes there: it must be a page.
  if (endpoint === undefined || idToken === undefined || !/^https?:$/.test(new URL(endpoint).protocol))
    return null;
  return buildEndSessionUrl(issuer, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnedTo,
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
