import { fetchUpTo } from '@quarry/http';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Caller } from './caller';
import { callerOfClaims } from './claims';

/** Signatures that need a key which only the issuer has. With those of a shared secret, or none, whoever knows the public key could sign. */
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
/** Seconds by which the clocks of issuer and gateway may differ. */
const CLOCK_TOLERANCE = 5;
const FETCH_MS = 5_000;
/** More bytes than the keys of any issuer take. */
const KEYS_BYTES = 1024 * 1024;
/** A key that the issuer withdrew is no longer believed after this. */
const KEYS_MS = 600_000;

/** What the fetching of keys fails with: they came late, were no keys, or not with status 200. All else is wrong with the token. */
const AWAY: readonly string[] = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

export interface Bearer {
  readonly caller: Caller;
  /** Milliseconds since the epoch at which the token expires. */
  readonly until: number;
}

/** The issuer whose tokens (JWT) let their bearers in. */
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
   * Who bears this token; null where it does not hold, whatever is wrong with it.
   * @throws Fault `issuer_unavailable` where the issuer's keys cannot be had
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

/** The issuer's keys, fetched when a token needs them and kept for a while; a token with an unknown key has them fetched again, now and then. */
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
      throw new Fault('issuer_unavailable', `The keys of the issuer cannot be fetched (${why}).`, {
        retryable: true,
        cause: error,
      });
    }
  };
}
