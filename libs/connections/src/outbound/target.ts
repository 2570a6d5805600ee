import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '@quarry/turn';
import { isPublicAddress } from './public-address';

/** Resolves names to addresses; the system's resolver by default. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface TargetRules {
  /** True on a developer's machine: allows plain HTTP, and addresses of this machine and its networks. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** Receives the reason why nothing is sent to a host, for operators. */
  readonly onRefused?: (reason: string) => void;
}

/** Maximum characters of a URL. */
export const MAX_URL = 2_000;

/**
 * The only way from a text to a URL to which this installation sends requests for a user: `https:` only, without user
 * or password, and, if the host is an address, with a public one. {@link addressOf} resolves a name each time before
 * something is sent.
 * @throws Fault `bad_request` with the reason
 */
export function parseTarget(text: string, { allowPrivate }: Pick<TargetRules, 'allowPrivate'>): URL {
  if (text.length > MAX_URL) throw wrong(`is longer than ${MAX_URL} characters`);
  if (!URL.canParse(text)) throw wrong('cannot be read');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw wrong(`must begin with https:, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw wrong('must hold no user and no password');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host))
    throw wrong(`is of an address that is not public: ${host}`);
  url.hash = '';
  return url;
}

/**
 * The current address of a host, to which the connection must be made without another lookup. If one of several
 * addresses is not public, none is used, because the owner of the name decides which one a second lookup returns.
 * @throws Fault `bad_request`, with the same sentence for an unknown host and for one that is not public: otherwise, a
 * tenant could find out which names the operator's network knows. `onRefused` gets the reason.
 */
export async function addressOf(
  url: URL,
  { allowPrivate, resolve = system, onRefused = () => undefined }: TargetRules,
): Promise<LookupAddress> {
  const host = hostOf(url);
  const family = isIP(host);
  const unreachable = (why: string): Fault => {
    onRefused(`No request can be sent to ${host}: ${why}.`);
    return wrong(`is of a host without a public address: ${host}`);
  };
  const found =
    family === 0
      ? await resolve(host).catch((cause: unknown) => {
          throw unreachable(`the name is unknown: ${cause instanceof Error ? cause.message : String(cause)}`);
        })
      : [{ address: host, family }];
  const [first] = found;
  if (!first) throw unreachable('it has no address');
  const inside = found.find(({ address }) => !allowPrivate && !isPublicAddress(address));
  if (inside) throw unreachable(`${inside.address} is not public`);
  return first;
}

function system(host: string): Promise<readonly LookupAddress[]> {
  return lookup(host, { all: true, order: 'verbatim' });
}

/** Without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function wrong(what: string): Fault {
  return new Fault('bad_request', `The URL ${what}.`);
}
