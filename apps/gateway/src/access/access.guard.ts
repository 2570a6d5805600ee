import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@quarry/application/access';
import { Access } from './access';
import { NEEDED_ROLE, type CallerRequest } from './from-request';

/** Lets a request in to a route if its caller may use it, as {@link Access} decides. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Access) private readonly access: Access,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const needed = this.reflector.getAllAndOverride<Role | undefined>(NEEDED_ROLE, [
      context.getHandler(),
      context.getClass(),
    ]);
    request.caller = await this.access.enter(request, needed);
    return true;
  }
}
