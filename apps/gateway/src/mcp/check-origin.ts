import { Fault } from '@quarry/turn';
import type { Request } from 'express';

/**
 * A browser sends the origin of a page, other programs send none. A page of another origin must not reach the server
 * through its visitor's browser, whatever name it has given this address (DNS rebinding).
 *
 * @throws Fault `forbidden`
 */
export function checkOrigin({ headers: { origin, host } }: Pick<Request, 'headers'>): void {
  if (origin === undefined) return;
  if (host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()) return;
  throw new Fault('forbidden', `Pages of '${origin.slice(0, 100)}' may not use this server.`);
}
