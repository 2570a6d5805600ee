import { createHash } from 'node:crypto';
import type { JwtClaims } from '@quarry/platform';
import { isTenantName } from '@quarry/turn';
import { ROLES, type Caller, type Role } from './caller';

/** The claims of a token whose signature, issuer, audience and times are verified. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/**
 * The caller that a token's claims describe; null if they do not name a tenant, or if a restricting claim is malformed:
 * a restriction is never dropped because of its format.
 */
export function callerOfClaims(claims: Claims, names: JwtClaims): Caller | null {
  const tenant = claimAt(claims, names.tenant);
  const pipelines = namesIn(claimAt(claims, names.pipelines));
  const repositories = namesIn(claimAt(claims, names.repositories));
  if (!isTenantName(tenant) || pipelines === undefined || repositories === undefined) return null;
  // Groups give rights: what cannot be read gives no right.
  const groups = namesIn(claimAt(claims, names.groups));
  const step = claimAt(claims, names.sensitivity);
  // A token never reads everything, whatever its groups are called.
  const clearance = { groups: groups ?? [], sensitivity: typeof step === 'string' ? step : null };
  const role = roleIn(claimAt(claims, names.role));
  return { tenant, key: idOf(claims), role, ...nameIn(claims), pipelines, repositories, clearance };
}

/** The claim of that name, otherwise the value at that dotted path. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/** The names in a list or a space-separated string; null if the claim is absent, undefined if it is malformed. */
function namesIn(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null;
  const names: unknown = typeof value === 'string' ? value.split(' ').filter((name) => name !== '') : value;
  if (!Array.isArray(names)) return undefined;
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** The highest role that a claim names. Names of other roles are ignored. */
function roleIn(value: unknown): Role {
  const named = namesIn(value) ?? [];
  return ROLES.findLast((role) => named.includes(role)) ?? 'reader';
}

/** The user's name, by the standard claims of OpenID Connect. It gives no right. */
function nameIn(claims: Claims): { readonly name?: string } {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  const name = names.find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof name === 'string' ? { name: name.slice(0, 200) } : {};
}

/** A stable id for the subject, of fixed length and characters, whatever the issuer puts in `sub`. */
function idOf({ iss, sub }: Claims): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([iss, sub]))
    .digest();
  return `jwt_${digest.subarray(0, 12).toString('base64url')}`;
}
