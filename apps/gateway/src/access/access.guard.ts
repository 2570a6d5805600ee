import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@quarry/application/access';
import { Access } from './access';
import { APPLIES_LABELS, IS_PUBLIC, NEEDED_ROLE, type CallerRequest } from './from-request';

/** Admits a request to a route if {@link Access} permits it. It guards all routes except those that are `Public`. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Access) private readonly access: Access,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, route) === true) return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const needed = this.reflector.getAllAndOverride<Role | undefined>(NEEDED_ROLE, route);
    const appliesLabels = this.reflector.getAllAndOverride<boolean | undefined>(APPLIES_LABELS, route);
    request.caller = await this.access.enter(request, needed, appliesLabels);
    return true;
  }
}
