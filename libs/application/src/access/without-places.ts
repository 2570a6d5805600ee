import { trimEndOf } from '@quarry/turn';

/** The address of a server: a URL, or numbers with a port. */
const ADDRESS =
  /\b[a-z][a-z\d+.-]{1,30}:\/\/[^\s"'`<>()[\],;]+|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b|\[?::1\]?:\d{1,5}/g;
/** An absolute path of two folders or more, but not a route of the API. */
const PATH = /(?<![\w./:])\/(?!v1\/)(?:[\w.@~+-]+\/)+[\w.@~+-]*/g;

/**
 * The text of an error without addresses of servers and paths of the installation: they are for its operators.
 * @example
 * withoutPlaces('The connection to http://10.0.0.7:11434/v1 failed.'); // 'The connection to (address) failed.'
 */
export function withoutPlaces(text: string): string {
  return withoutAddresses(text).replace(PATH, (found) => `(path)${endOf(found)}`);
}

/** The text without addresses of servers: paths may be those of sources. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (found) => `(address)${endOf(found)}`);
}

/** What ends a sentence is no part of an address. */
function endOf(found: string): string {
  return found.slice(trimEndOf(found, '.:').length);
}
