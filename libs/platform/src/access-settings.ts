import { Fault, isTenantName } from '@quarry/turn';

/** Names of the claims of a token. */
export interface JwtClaims {
  readonly tenant: string;
  readonly role: string;
  readonly pipelines: string;
  readonly repositories: string;
  readonly groups: string;
  readonly sensitivity: string;
}

export const DEFAULT_CLAIMS: JwtClaims = {
  tenant: 'tenant',
  role: 'role',
  pipelines: 'pipelines',
  repositories: 'repositories',
  groups: 'groups',
  sensitivity: 'sensitivity',
};

/** The accepted issuer of tokens. */
export interface IssuerSettings {
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  readonly jwtJwksUrl?: string;
  readonly oidcClientId?: string;
}

/**
 * Requires an audience, so that tokens for other applications are rejected, and HTTPS for the issuer's keys.
 * @throws Fault `bad_request`
 */
export function checkIssuer({ jwtIssuer, jwtAudience, jwtJwksUrl, oidcClientId }: IssuerSettings): void {
  if (jwtIssuer === undefined && oidcClientId !== undefined)
    throw new Fault('bad_request', 'QUARRY_OIDC_CLIENT_ID needs QUARRY_JWT_ISSUER: where users sign in.');
  if (jwtIssuer === undefined) return;
  if (jwtAudience === undefined)
    throw new Fault('bad_request', 'QUARRY_JWT_ISSUER needs QUARRY_JWT_AUDIENCE: whom its tokens are for.');
  // A sign-in sends codes and a secret to the issuer itself.
  const asked = [jwtJwksUrl ?? jwtIssuer, ...(oidcClientId === undefined ? [] : [jwtIssuer])];
  if (asked.some((url) => !isSafe(new URL(url))))
    throw new Fault(
      'bad_request',
      'The keys of an issuer are fetched over https alone: correct QUARRY_JWT_ISSUER or QUARRY_JWT_JWKS_URL.',
    );
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Parses `tenant=org_id,role=realm_access.roles`. Other claims keep their default names.
 * @throws Fault `bad_request`
 */
export function claimNames(value: string): JwtClaims {
  const named = value.split(',').map((pair) => pair.trim().split('='));
  for (const [ours, theirs, ...rest] of named)
    if (ours === undefined || !Object.hasOwn(DEFAULT_CLAIMS, ours) || !theirs || rest.length > 0)
      throw new Fault(
        'bad_request',
        'QUARRY_JWT_CLAIMS must be a list of NAME=CLAIM pairs, separated by commas; names: tenant, role, pipelines, repositories, groups, sensitivity.',
      );
  return { ...DEFAULT_CLAIMS, ...(Object.fromEntries(named) as Partial<JwtClaims>) };
}

/**
 * Parses `key=tenant` pairs, separated by commas. A key can contain an equals sign.
 * @throws Fault `bad_request`
 */
export function keysAndTenants(value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(value.split(',').map((pair) => splitKey(pair.trim())));
}

function splitKey(pair: string): readonly [string, string] {
  const at = pair.lastIndexOf('=');
  if (at <= 0 || at === pair.length - 1)
    throw new Fault(
      'bad_request',
      'QUARRY_API_KEYS must be a list of key=tenant pairs, separated by commas.',
    );
  const tenant = pair.slice(at + 1);
  if (!isTenantName(tenant))
    throw new Fault(
      'bad_request',
      'A tenant in QUARRY_API_KEYS must be 1 to 100 letters, digits, . _ @ or -, the first a letter or a digit.',
    );
  return [pair.slice(0, at), tenant];
}
