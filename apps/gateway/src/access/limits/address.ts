import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that identify a network: its owner has all addresses in it. */
const NETWORK = 4;

/**
 * Key under which an address is counted: an IPv4 address, also in its IPv6 form, or an IPv6 network of 64 bits;
 * `unknown` for an invalid address.
 */
export function addressOf(text: string | undefined): string {
  if (text === undefined || !ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, NETWORK)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
