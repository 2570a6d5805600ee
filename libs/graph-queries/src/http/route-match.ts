/** A route or a request: its method, `ANY` for each, and the segments of its path; `{}` stands for any value. */
export interface HttpName {
  readonly method: string;
  readonly segments: readonly string[];
  /** Further segments stand before these, which are not known: `GET …/users`. */
  readonly isOpen?: true;
}

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY';
const NAME = new RegExp(`^(?:(${METHODS})\\s+)?(…)?(/\\S*)$`, 'i');

/**
 * The method and the path of a name; null for any other name.
 * @example
 * httpName('POST /v1/orders/{id}'); // { method: 'POST', segments: ['v1', 'orders', '{}'] }
 */
export function httpName(name: string): HttpName | null {
  const [, method = 'ANY', open, path] = NAME.exec(name.trim()) ?? [];
  if (path === undefined) return null;
  const segments = path
    .replace(/[?#][^]*$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^(?::\w+|\{[^{}]*\}|<[^<>]*>|\*)$/.test(segment) ? '{}' : segment));
  return { method: method.toUpperCase(), segments, ...(open !== undefined && { isOpen: true }) };
}

/** The whole path is the same. */
const WHOLE = 0.9;
/** The request has a value where the route has a name, or the method is not known. */
const LIKELY = 0.7;
/** Only the end of the path is the same: a router is mounted below a prefix, or a client has a base address. */
const ENDING = 0.6;

/** How sure it is that a request reaches a route; 0 if it does not. */
export function reaches(request: HttpName, route: HttpName): number {
  const isAny = request.method === 'ANY' || route.method === 'ANY';
  if (!isAny && request.method !== route.method) return 0;
  const length = Math.min(request.segments.length, route.segments.length);
  const isWhole = request.segments.length === route.segments.length;
  let literal = 0;
  let isLoose = isAny || [request, route].some(({ isOpen }) => isOpen);
  for (let at = 1; at <= length; at++) {
    const [asked = '', served = ''] = [request.segments.at(-at), route.segments.at(-at)];
    if (served === '{}') continue;
    if (asked === '{}') isLoose = true;
    else if (asked.toLowerCase() !== served.toLowerCase()) return 0;
    else literal += 1;
  }
  if (isWhole) return literal === 0 && length > 0 ? 0 : isLoose ? LIKELY : WHOLE;
  return literal === 0 ? 0 : isLoose ? ENDING / 2 : ENDING;
}
