import type { Clearance } from '@quarry/repositories';

/**
 * What a caller may do. Each role includes the previous one: `reader` asks questions and reads its tenant's turns;
 * `maintainer` also indexes, deletes, and manages golden sets and webhooks; `operator` also manages the installation:
 * queues, dead letters, keys, and statistics of all tenants.
 */
export const ROLES = ['reader', 'maintainer', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated caller, as determined by the guard. No field comes from a request body. */
export interface Caller {
  readonly tenant: string;
  /**
   * Id of the API key, or an id derived from the subject of a token (never the credential itself); null on a gateway
   * without keys.
   */
  readonly key: string | null;
  readonly role: Role;
  /** Name of the key, or of the user of a token, for display; absent if unknown. */
  readonly name?: string;
  /** Names of the pipelines that the caller may use; null: all. */
  readonly pipelines: readonly string[] | null;
  /** Public names of the repositories that the caller may read; null: its tenant's own and the shared ones. */
  readonly repositories: readonly string[] | null;
  /** What it may read of labelled files; absent: what needs neither a group nor a clearance. */
  readonly clearance?: Clearance;
}

/** Whether the caller may use a pipeline. Every check goes through this function. */
export function mayUsePipeline({ pipelines }: Caller, name: string): boolean {
  return pipelines === null || pipelines.includes(name);
}

/** Whether the caller's role includes the needed one. */
export function hasRole({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
