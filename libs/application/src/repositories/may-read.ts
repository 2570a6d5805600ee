import { isWithinReach, repositoryOwner, scopedRepository } from '@quarry/turn';
import type { Caller } from '../access/caller';

/** The one decision of who may read a repository: its tenant's own and the shared ones, and of these what the key names. */
export function mayReadRepository({ tenant, repositories }: Caller, stored: string): boolean {
  if (!isWithinReach(tenant, stored)) return false;
  return repositories === null || repositories.includes(repositoryOwner(stored).name);
}

/** Stored repositories that a caller may mean by a name, in the order in which they are tried: its own hides a shared one. */
export function meantBy(caller: Caller, name: string): readonly string[] {
  const own = scopedOrNull(caller.tenant, name);
  const candidates = new Set([...(own === null ? [] : [own]), name]);
  return [...candidates].filter((stored) => mayReadRepository(caller, stored));
}

function scopedOrNull(tenant: string, name: string): string | null {
  try {
    return scopedRepository(tenant, name);
  } catch {
    return null;
  }
}
