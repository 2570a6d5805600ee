import { createHash } from 'node:crypto';
import type { JwtClaims } from '@quarry/platform';
import { isTenantName } from '@quarry/turn';
import { ROLES, type Caller, type Role } from './caller';

/** What a token says, its signature, issuer, audience and times being checked. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/**
 * The caller that a token's claims describe; null where they do not say whose tenant it is, or where a claim that narrows what it may do cannot be read: a
 * restriction is never dropped for its form.
 */
export function callerOfClaims(claims: Claims, names: JwtClaims): Caller | null {
  const tenant = claimAt(claims, names.tenant);
  const pipelines = namesIn(claimAt(claims, names.pipelines));
  const repositories = namesIn(claimAt(claims, names.repositories));
  if (!isTenantName(tenant) || pipelines === undefined || repositories === undefined) return null;
  return { tenant, key: idOf(claims), role: roleIn(claimAt(claims, names.role)), pipelines, repositories };
}

/** Value of a claim: of the one called so, else of the one at that path. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/** Null where there is no such claim; undefined where it is not a list of names, nor one text with spaces between them. */
function namesIn(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null;
  const names: unknown = typeof value === 'string' ? value.split(' ').filter((name) => name !== '') : value;
  if (!Array.isArray(names)) return undefined;
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** The highest of the roles that a claim names; what is no role of Quarry's counts for nothing. */
function roleIn(value: unknown): Role {
  const named = namesIn(value) ?? [];
  return ROLES.findLast((role) => named.includes(role)) ?? 'reader';
}

/** A name for the subject that stays the same and fits everywhere, whatever an issuer puts in `sub`. */
function idOf({ iss, sub }: Claims): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([iss, sub]))
    .digest();
  return `jwt_${digest.subarray(0, 12).toString('base64url')}`;
}
