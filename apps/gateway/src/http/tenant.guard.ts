import { createHash, timingSafeEqual } from 'node:crypto';
import {
  Inject,
  Injectable,
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';

/** Tenant of a gateway without keys. */
export const LOCAL_TENANT = 'local';

interface TenantRequest extends Request {
  tenant?: string;
}

/** The one place that decides who asks: an API key names its tenant; without keys only this machine may ask. */
@Injectable()
export class TenantGuard implements CanActivate {
  private readonly keys: readonly { readonly digest: Buffer; readonly tenant: string }[];

  constructor(@Inject(CONFIG) config: QuarryConfig) {
    this.keys = Object.entries(config.apiKeys).map(([key, tenant]) => ({ digest: sha256(key), tenant }));
  }

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<TenantRequest>();
    request.tenant = this.keys.length === 0 ? local(request) : this.byKey(request);
    return true;
  }

  private byKey(request: Request): string {
    const header = request.headers.authorization ?? '';
    const key = /^Bearer (.{1,512})$/i.exec(header)?.[1];
    const digest = sha256(key ?? '');
    // Every key is compared, so that time does not tell which one was near.
    const matches = this.keys.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    const tenant = key === undefined ? undefined : matches[0]?.tenant;
    if (tenant === undefined)
      throw new Fault(
        'unauthorized',
        'This gateway needs an API key: send the header `Authorization: Bearer <key>`.',
      );
    return tenant;
  }
}

/** Refuses names other than this machine's: a web page must not reach the gateway by rebinding a name of its own. */
function local(request: Request): string {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!['localhost', '127.0.0.1', '[::1]'].includes(host)) {
    throw new Fault(
      'unauthorized',
      `Without API keys the gateway answers only on localhost, not as '${host.slice(0, 100)}'. Set QUARRY_API_KEYS.`,
    );
  }
  return LOCAL_TENANT;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The tenant of the request, as {@link TenantGuard} found it. */
export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { tenant } = context.switchToHttp().getRequest<TenantRequest>();
  if (tenant === undefined) throw new Fault('unauthorized', 'No tenant.');
  return tenant;
});
