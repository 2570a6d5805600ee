import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** Where IPv6 has addresses of hosts on the internet; everything else is reserved, local, or stands for something else. */
const GLOBAL_UNICAST = IPv6.parseCIDR('2000::/3');
/** Blocks within it that are no hosts on the internet, as far as the library's ranges do not name them. */
const NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  IPv6.parseCIDR(block),
);
/** Blocks of IPv4 that are no hosts on the internet, as far as the library's ranges do not name them. */
const NOT_PUBLIC_4 = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15'].map((block) =>
  IPv4.parseCIDR(block),
);

/**
 * Is this the address of a host on the internet? Not one of this machine, of a network nearby, of many hosts, or one that wraps another address, such as
 * `::ffff:127.0.0.1`, is held to be: what it stands for is decided elsewhere.
 */
export function isPublicAddress(text: string): boolean {
  // The library reads short forms, too, which sockets may read otherwise.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  // Unwraps mapped forms of IPv4, and nothing else.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof IPv4) return !NOT_PUBLIC_4.some((block) => address.match(block));
  return address.match(GLOBAL_UNICAST) && !NOT_PUBLIC.some((block) => address.match(block));
}
