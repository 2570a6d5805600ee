import type { Immutable, KeyDto } from '@quarry/client';
import type { KeyInfo } from './key.service';

export function presentKey({ createdAt, expiresAt, revokedAt, ...key }: KeyInfo): Immutable<KeyDto> {
  return {
    id: key.id,
    name: key.name,
    tenant: key.tenant,
    role: key.role,
    pipelines: key.pipelines,
    repositories: key.repositories,
    limits: { ...key.limits, turnsAtOnce: key.limits.turnsAtOnce ?? null },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  };
}
