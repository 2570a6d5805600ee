import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name a network: whoever has one has all addresses in it. */
const NETWORK = 4;

/** What an address counts as: an IPv4 address, also in its IPv6 form, or an IPv6 network of 64 bits; `unknown` for what is none. */
export function addressOf(text: string | undefined): string {
  if (text === undefined || !ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, NETWORK)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
