import { fetchUpTo } from '@quarry/connections/http';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Caller } from './caller';
import { callerOfClaims } from './claims';

/**
 * Signature algorithms with a private key, which only the issuer has. Algorithms with a shared secret, or `none`, would
 * allow anyone with the public key to sign.
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Tolerated difference between the clocks of issuer and gateway, in seconds. */
const CLOCK_TOLERANCE = 5;
const FETCH_MS = 5_000;
/** Most bytes of a response with keys; more than any issuer needs. */
const KEYS_BYTES = 1024 * 1024;
/** How long keys are cached: a key that the issuer withdraws is rejected after this time. */
const KEYS_MS = 600_000;

/** Error codes of a failed key fetch: timeout, invalid response, status other than 200. The token causes all others. */
const AWAY: readonly string[] = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

export interface Bearer {
  readonly caller: Caller;
  /** Milliseconds since the epoch at which the token expires. */
  readonly until: number;
}

/** Verifies the tokens (JWT) of the configured issuer. */
export class TokenIssuer {
  private readonly keys: JWTVerifyGetKey | null;

  constructor(
    private readonly config: Pick<QuarryConfig, 'jwtIssuer' | 'jwtAudience' | 'jwtJwksUrl' | 'jwtClaims'>,
  ) {
    const { jwtIssuer: issuer, jwtJwksUrl } = config;
    this.keys = issuer === undefined ? null : keysAt(jwtJwksUrl ?? wellKnown(issuer));
  }

  get exists(): boolean {
    return this.keys !== null;
  }

  /**
   * The bearer of this token; null if it is invalid for any reason.
   * @throws Fault `issuer_unavailable` if the issuer's keys cannot be fetched
   */
  async find(token: string): Promise<Bearer | null> {
    const { jwtIssuer: issuer, jwtAudience: audience, jwtClaims } = this.config;
    if (this.keys === null || issuer === undefined || audience === undefined) return null;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', 'sub'],
      });
      const { iss = '', sub = '', exp = 0 } = payload;
      const caller = callerOfClaims({ ...payload, iss, sub }, jwtClaims);
      return caller && { caller, until: exp * 1_000 };
    } catch (error) {
      if (error instanceof Fault) throw error;
      return null;
    }
  }
}

function wellKnown(issuer: string): string {
  return `${issuer.endsWith('/') ? issuer.slice(0, -1) : issuer}/.well-known/jwks.json`;
}

/** The issuer's keys, fetched on demand and cached. An unknown key id triggers a new fetch, at a limited rate. */
function keysAt(url: string): JWTVerifyGetKey {
  const fetched = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_MS,
    cacheMaxAge: KEYS_MS,
    [customFetch]: fetchUpTo(KEYS_BYTES),
  });
  return async (header, token) => {
    try {
      return await fetched(header, token);
    } catch (error) {
      if (error instanceof errors.JOSEError && !AWAY.includes(error.code)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Fault('issuer_unavailable', `Cannot fetch the keys of the issuer (${why}).`, {
        retryable: true,
        cause: error,
      });
    }
  };
}
