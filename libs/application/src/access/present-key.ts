import type { ClearanceDto, Immutable, KeyDto } from '@quarry/client';
import type { Clearance } from '@quarry/repositories';
import type { KeyInfo } from './key.service';

/** What a credential may read of labelled files. */
export function presentClearance(clearance: Clearance | undefined): Immutable<ClearanceDto> {
  if (clearance === 'all') return { everything: true, groups: [], sensitivity: null };
  return { everything: false, groups: clearance?.groups ?? [], sensitivity: clearance?.sensitivity ?? null };
}

export function presentKey({ createdAt, expiresAt, revokedAt, ...key }: KeyInfo): Immutable<KeyDto> {
  return {
    id: key.id,
    name: key.name,
    tenant: key.tenant,
    role: key.role,
    pipelines: key.pipelines,
    repositories: key.repositories,
    clearance: presentClearance(key.clearance),
    limits: { ...key.limits, turnsAtOnce: key.limits.turnsAtOnce ?? null },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  };
}
