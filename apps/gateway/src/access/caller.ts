import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';

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

export interface CallerRequest extends Request {
  caller?: Caller;
}

/** The caller of the request, as the guard found it. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<CallerRequest>()),
);

/** Its tenant alone, where nothing else matters. */
export const Tenant = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string =>
    callerOf(context.switchToHttp().getRequest<CallerRequest>()).tenant,
);

const ROLE = 'quarry:role';

/** Route or controller for this role and those above it; `reader` where nothing is said. */
export function Needs(role: Role): CustomDecorator {
  return SetMetadata(ROLE, role);
}

/** Metadata key of {@link Needs}. */
export const NEEDED_ROLE = ROLE;

/** @throws Fault `unauthorized` where no guard has let the request in. */
function callerOf(request: CallerRequest): Caller {
  if (request.caller === undefined) throw new Fault('unauthorized', 'Nobody is known to have asked.');
  return request.caller;
}

/** The one decision of who may use a pipeline. */
export function mayUsePipeline({ pipelines }: Caller, name: string): boolean {
  return pipelines === null || pipelines.includes(name);
}

/** Is this role enough for what needs another? */
export function hasRole({ role }: Caller, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
