import { describeWithRedis } from '../redis/redis-server';
import { LONG } from './figures';

/**
 * `describe` in the long form of the fault tests, if redis-server is installed; otherwise a skipped block with the
 * reason.
 */
export function describeLong(name: string, body: () => void): void {
  if (LONG) describeWithRedis(name, body);
  else describe.skip(`${name} (skipped: part of ./quarry test --faults)`, body);
}
