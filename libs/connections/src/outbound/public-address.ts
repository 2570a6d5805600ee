import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** IPv6 addresses of hosts on the internet. All others are reserved, local, or stand for another address. */
const GLOBAL_UNICAST = IPv6.parseCIDR('2000::/3');
/** Blocks within it that are not hosts on the internet, and that the library's ranges lack. */
const NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  IPv6.parseCIDR(block),
);
/** IPv4 blocks that are not hosts on the internet, and that the library's ranges lack. */
const NOT_PUBLIC_4 = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15'].map((block) =>
  IPv4.parseCIDR(block),
);

/**
 * Whether this is the address of a single host on the internet. False for addresses of this machine, local networks,
 * several hosts, and for those that wrap another address, such as `::ffff:127.0.0.1`.
 */
export function isPublicAddress(text: string): boolean {
  // The library also accepts short forms, which sockets may interpret differently.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  // Unwraps only the mapped forms of IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof IPv4) return !NOT_PUBLIC_4.some((block) => address.match(block));
  return address.match(GLOBAL_UNICAST) && !NOT_PUBLIC.some((block) => address.match(block));
}
