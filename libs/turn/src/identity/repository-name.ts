import { Fault } from '../fault/fault';

/** Tenant of a gateway without keys, and of the command line. What it indexes is shared: every tenant may be let in to it. */
export const SHARED_TENANT = 'local';

/** What a client may call a repository or a snapshot of its own. */
const VALID_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** `@tenant/name`; the tenant's part holds no `/`, so that no name can be taken for another tenant's. */
const SCOPED = /^@([^/]{1,600})\/([^]{1,600})$/;

/** Can a client give this name to a repository or a snapshot? 1 to 100 of `A-Z a-z 0-9 . _ -`, the first a letter or a digit. */
export function isValidName(name: string): boolean {
  return VALID_NAME.test(name);
}

/**
 * The one name by which the stores know a tenant's repository: `@tenant/name`, the bare name where it is shared. Two tenants never have one in
 * common, and case counts.
 * @throws Fault `bad_request` for a name that could be read as another tenant's, or for a tenant that is no text
 */
export function scopedRepository(tenant: string, name: string): string {
  if (tenant === '' || !tenant.isWellFormed())
    throw new Fault(
      'bad_request',
      'A tenant without a name, or with half a character in it, has no repositories.',
    );
  if (tenant !== SHARED_TENANT) return `@${encodeURIComponent(tenant)}/${name}`;
  if (ownerOf(name) !== null)
    throw new Fault(
      'bad_request',
      `'${name.slice(0, 100)}' is the name of a tenant's repository. Choose another.`,
    );
  return name;
}

/** Tenant that a stored repository belongs to; null where it is shared. */
function ownerOf(stored: string): string | null {
  const encoded = SCOPED.exec(stored)?.[1];
  if (encoded === undefined) return null;
  try {
    const tenant = decodeURIComponent(encoded);
    return encodeURIComponent(tenant) === encoded ? tenant : null;
  } catch {
    return null;
  }
}

/** Whose a stored repository is, and what its tenant calls it: the other way of {@link scopedRepository}. */
export function repositoryOwner(stored: string): { readonly tenant: string; readonly name: string } {
  const tenant = ownerOf(stored);
  if (tenant === null) return { tenant: SHARED_TENANT, name: stored };
  return { tenant, name: stored.slice(stored.indexOf('/') + 1) };
}

/** A stored repository as people and models are shown it: without its tenant. */
export function shownRepository(stored: string): string {
  return repositoryOwner(stored).name;
}

/** May a question of this tenant be about a stored repository at all? Its own and the shared ones; whom a key lets in is decided before. */
export function isWithinReach(tenant: string, stored: string): boolean {
  const owner = ownerOf(stored);
  return owner === null || owner === tenant;
}
