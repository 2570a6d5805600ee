import { type Caller, LOCAL } from '@quarry/application/access';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';

const NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the caller of a gateway without keys. Rejects host names other than this machine's, and pages of other
 * origins: a web page must not reach the gateway through its visitor's browser, neither by DNS rebinding nor with a
 * form.
 *
 * @throws Fault `unauthorized`
 */
export function fromThisMachine({ headers }: Pick<Request, 'headers'>): Caller {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!NAMES.has(host))
    throw new Fault(
      'unauthorized',
      `Without API keys the gateway only responds to requests for localhost, not for '${host.slice(0, 100)}'. Create a key: quarry keys create.`,
    );
  const { origin } = headers;
  if (origin !== undefined && !NAMES.has(URL.parse(origin)?.hostname ?? ''))
    throw new Fault(
      'unauthorized',
      `Without API keys the gateway answers no page of '${origin.slice(0, 100)}'. Create a key: quarry keys create.`,
    );
  return LOCAL;
}
