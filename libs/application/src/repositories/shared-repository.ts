import { Fault, SHARED_TENANT } from '@quarry/turn';
import { hasRole, type Caller } from '../access/caller';
import type { ReadableRepository } from './repository.service';

/**
 * Checks that a caller may change a repository that all tenants read.
 * @param what the caller wants to do: `delete it`
 * @throws Fault `forbidden`
 */
export function checkMayChange(
  caller: Caller,
  { name, shared }: Pick<ReadableRepository, 'name' | 'shared'>,
  what: string,
): void {
  if (shared && caller.tenant !== SHARED_TENANT && !hasRole(caller, 'operator'))
    throw new Fault('forbidden', `Repository '${name}' is shared: only an operator can ${what}.`);
}

/** The tenant that a repository which a caller may read belongs to. */
export function tenantOf(caller: Caller, { shared }: Pick<ReadableRepository, 'shared'>): string {
  return shared ? SHARED_TENANT : caller.tenant;
}
