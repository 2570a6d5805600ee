import { isWithinReach, repositoryOwner, scopedRepository } from '@quarry/turn';
import type { Caller } from '../access/caller';

/**
 * Whether a caller may read a repository: its tenant's own and the shared ones, restricted to those that its key names.
 * Every check goes through this function.
 */
export function mayReadRepository({ tenant, repositories }: Caller, stored: string): boolean {
  if (!isWithinReach(tenant, stored)) return false;
  return repositories === null || repositories.includes(repositoryOwner(stored).name);
}

/** The stored repositories that a name can refer to, in order of precedence: a tenant's own hides a shared one. */
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
