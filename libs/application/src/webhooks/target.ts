import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Logger } from '@nestjs/common';
import { Fault } from '@quarry/turn';
import { isPublicAddress } from './public-address';

/** Names to addresses; the system's own by default. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface TargetRules {
  /** True on a developer's machine: plain HTTP, and addresses of this machine and its networks. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
}

const LOGGER = new Logger('webhooks');

/** Characters of a URL. */
export const MAX_URL = 2_000;

/**
 * The one way in which a text becomes a URL that this installation sends something to, by itself, since somebody asked for it: `https:` alone, no user or password in
 * it, and, where its host is an address, a public one. A name is looked up by {@link addressOf}, whenever something is sent.
 * @throws Fault `bad_request` that says what is wrong
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
 * The address that a host stands for now: whoever connects takes this one, and asks nobody again. Where one of several is not public, none is taken: which one a
 * second look would find is up to whoever runs the name.
 * @throws Fault `bad_request` in one sentence for a host that is unknown and for one that is not public: the difference would tell a tenant which names the
 *   operator's network knows. The log has it.
 */
export async function addressOf(
  url: URL,
  { allowPrivate, resolve = system }: TargetRules,
): Promise<LookupAddress> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  const [first] = found;
  if (!first) throw unreachable(host, 'it has no address');
  const inside = found.find(({ address }) => !allowPrivate && !isPublicAddress(address));
  if (inside) throw unreachable(host, `${inside.address} is not public`);
  return first;
}

async function resolved(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(host);
  } catch (cause) {
    throw unreachable(host, `the name is unknown: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** @param why for operators */
function unreachable(host: string, why: string): Fault {
  LOGGER.warn(`No webhook is sent to ${host}: ${why}.`);
  return wrong(`is of a host without a public address: ${host}`);
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
