import { type Caller, LOCAL } from '@quarry/application/access';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';

const NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The caller of a gateway without keys. Refuses names other than this machine's, and pages of other machines: a web page must not reach the gateway through its
 * visitor's browser, neither by rebinding a name of its own nor by sending a form here.
 * @throws Fault `unauthorized`
 */
export function fromThisMachine({ headers }: Pick<Request, 'headers'>): Caller {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!NAMES.has(host))
    throw new Fault(
      'unauthorized',
      `Without API keys the gateway answers only on localhost, not as '${host.slice(0, 100)}'. Make a key: quarry keys create.`,
    );
  const { origin } = headers;
  if (origin !== undefined && !NAMES.has(URL.parse(origin)?.hostname ?? ''))
    throw new Fault(
      'unauthorized',
      `Without API keys the gateway answers no page of '${origin.slice(0, 100)}'. Make a key: quarry keys create.`,
    );
  return LOCAL;
}
