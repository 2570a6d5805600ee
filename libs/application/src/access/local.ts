import type { Caller } from './caller';

/** Tenant of a gateway without keys. */
export const LOCAL_TENANT = 'local';

/** Addresses that only this machine can reach. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** The caller on this machine, with all permissions. */
export const LOCAL: Caller = {
  tenant: LOCAL_TENANT,
  key: null,
  role: 'operator',
  pipelines: null,
  repositories: null,
  clearance: 'all',
};
