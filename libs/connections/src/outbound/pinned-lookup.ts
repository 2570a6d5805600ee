import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * A lookup for a connection that returns the checked address: another lookup of the name might return a different one.
 */
export function pinnedLookup({ address, family }: LookupAddress): LookupFunction {
  return (_host, options, found) => {
    if (options.all === true) found(null, [{ address, family }]);
    else found(null, address, family);
  };
}
