/** Longer paths are no routes. */
const MAX_SEGMENTS = 20;

/** A part of a path that stands for any value, in any notation: `:id`, `{id}`, `<int:id>`, `${order.id}`, `%s`, `*`. */
const PARAMETER =
  /^(?::(\w+)\??|\{\*{0,2}(\w*)[^{}]*\}|<(?:\w+(?:\([^()]*\))?:)?(\w+)>|\$\{[^{}]*\}|%[sdvq]|\*\w*)$/;

/**
 * A path as routes and requests share it: without origin, query and base address; `{name}` for what stands for any
 * value. Null for a text that is no path.
 * @example
 * httpPath('https://shop.example/v1/orders/${order.id}?full=1'); // '/v1/orders/{}'
 * httpPath('/users/<int:id>'); // '/users/{id}'
 */
export function httpPath(written: string, isLoose = false): string | null {
  const text = written
    .trim()
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    // `${BASE}/orders`, `{self.base}/orders`, `%s/orders`: where the path begins is not known, only how it ends.
    .replace(/^(?:\$?\{[^{}]{0,100}\}|%[sv])(?=\/|\$\{|$)/, '')
    .replace(/^[a-z]{2,10}:\/\/[^/]{0,200}/i, '');
  const isQueryOnly = text.startsWith('?');
  const path = text.replace(/[?#][^]*$/, '');
  if (isQueryOnly || /[\s<>"'\\]/.test(path.replace(/<[^<>\s]*>/g, '')) || path.startsWith('//')) return null;
  if (!path.startsWith('/') && !(isLoose && /^[\w{[:<.~-]*/.test(path) && !path.includes('://'))) return null;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return null;
  return `/${segments.map(segmentOf).join('/')}`;
}

function segmentOf(segment: string): string {
  const match = PARAMETER.exec(segment);
  if (match) return `{${match[1] ?? match[2] ?? match[3] ?? ''}}`;
  // A value within a segment: `report-${year}.pdf`.
  return /\$\{|\{\w*\}|%[sd]/.test(segment) ? '{}' : segment;
}

/** A path without the names of its values: what two spellings of a route have in common. */
export function anonymousPath(path: string): string {
  return path.replace(/\{\w*\}/g, '{}');
}
