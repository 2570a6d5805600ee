/** `https://`, `ssh://`, or the short form of ssh: `git@host:path`. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:\/\/|[^/:@\s]+@[^/:\s]+:)/i;

/**
 * A URL as it is typed, without space around it; with `https://` where it begins with a host, as it is copied from the
 * address bar of some browsers.
 *
 * @example
 * typedUrl(' github.com/acme/shop '); // 'https://github.com/acme/shop'
 */
export function typedUrl(typed: string): string {
  const url = typed.trim();
  return url === '' || SCHEME.test(url) ? url : `https://${url}`;
}
