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

/** The caller of the request, as the guard found it. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<CallerRequest>()),
);

/** Its tenant alone, where nothing else matters. */
export const Tenant = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string =>
    callerOf(context.switchToHttp().getRequest<CallerRequest>()).tenant,
);

/** Metadata keys of {@link Needs} and {@link Public}. */
export const NEEDED_ROLE = 'quarry:role';
export const IS_PUBLIC = 'quarry:public';

/** Route or controller for this role and those above it; `reader` where nothing is said. */
export function Needs(role: Role): CustomDecorator {
  return SetMetadata(NEEDED_ROLE, role);
}

/** Route or controller that anybody may call. All others need a caller: what says nothing is guarded. */
export function Public(): CustomDecorator {
  return SetMetadata(IS_PUBLIC, true);
}

/** @throws Fault `unauthorized` if no guard has authenticated the request. */
function callerOf(request: CallerRequest): Caller {
  if (request.caller === undefined) throw new Fault('unauthorized', 'The request is not authenticated.');
  return request.caller;
}
