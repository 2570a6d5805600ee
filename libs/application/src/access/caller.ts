/**
 * What a caller may do, each role all of the one before: `reader` asks and reads its tenant's turns; `maintainer` also indexes, deletes, keeps golden
 * sets and webhooks; `operator` also watches over the installation: queues, dead letters, keys, statistics of all tenants.
 */
export const ROLES = ['reader', 'maintainer', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks, as the guard found it. Nothing of it comes from the body of a request. */
export interface Caller {
  readonly tenant: string;
  /** Id of the API key, or a name for the subject of a token (never the credential itself); null on a gateway without keys. */
  readonly key: string | null;
  readonly role: Role;
  /** Names of the pipelines that it may use; null: all. */
  readonly pipelines: readonly string[] | null;
  /** Names of the repositories that it may read, as clients know them; null: its tenant's own and the shared ones. */
  readonly repositories: readonly string[] | null;
}

/** The one decision of who may use a pipeline. */
export function mayUsePipeline({ pipelines }: Caller, name: string): boolean {
  return pipelines === null || pipelines.includes(name);
}

/** Is this role enough for what needs another? */
export function hasRole({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
