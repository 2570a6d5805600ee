import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { Caller, Role } from '@quarry/application/access';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';

export interface CallerRequest extends Request {
  caller?: Caller;
}

/** The caller of the request, as authenticated by the guard. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<CallerRequest>()),
);

/** The tenant of the caller. */
export const Tenant = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string =>
    callerOf(context.switchToHttp().getRequest<CallerRequest>()).tenant,
);

/** Metadata keys of {@link Needs} and {@link Public}. */
export const NEEDED_ROLE = 'quarry:role';
export const IS_PUBLIC = 'quarry:public';
/** Metadata key of {@link AppliesLabels}. */
export const APPLIES_LABELS = 'quarry:applies-labels';

/** Requires this role or a higher one for a route or a controller; `reader` without the decorator. */
export function Needs(role: Role): CustomDecorator {
  return SetMetadata(NEEDED_ROLE, role);
}

/** Opens a route or a controller to callers without credentials. All others are guarded. */
export function Public(): CustomDecorator {
  return SetMetadata(IS_PUBLIC, true);
}

/**
 * Opens a route or a controller to callers whom labels limit: it shows nothing of what they may not read. While labels
 * are enforced, all other routes are for callers who read everything.
 */
export function AppliesLabels(): CustomDecorator {
  return SetMetadata(APPLIES_LABELS, true);
}

/** @throws Fault `unauthorized` if no guard has authenticated the request. */
function callerOf(request: CallerRequest): Caller {
  if (request.caller === undefined) throw new Fault('unauthorized', 'The request is not authenticated.');
  return request.caller;
}
