import { Fault } from '@quarry/turn';

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the value of the header, if there is one.
 *
 * @throws Fault `bad_request` for one that is too long or holds anything but visible ASCII
 */
export function checkIdempotencyKey(key: string | undefined): string | undefined {
  if (key !== undefined && !KEY.test(key))
    throw new Fault('bad_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
  return key;
}
