import { Fault } from '@quarry/turn';
import type { Connections } from './connections';

const OLDEST = [6, 2] as const;

/**
 * Can turns be trusted to this Redis?
 * @throws Fault `redis_unavailable` where it is away or too old, `redis_policy` where it may throw keys away.
 */
export async function checkRedis(connections: Connections): Promise<void> {
  const info = await connections.door((redis) => redis.info());
  const { where } = connections;
  const version = field(info, 'redis_version');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new Fault(
      'redis_unavailable',
      `Redis at ${where} has version ${version}; ${OLDEST.join('.')} or newer is needed. Update it.`,
    );
  }
  const policy = field(info, 'maxmemory_policy');
  if (policy !== 'noeviction') {
    const [host, port] = where.split(/:(?=\d+$)/);
    throw new Fault(
      'redis_policy',
      `Redis at ${where} has maxmemory-policy '${policy}': short of memory it would throw running turns away. ` +
        `Run 'redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy noeviction', and set it in redis.conf, too.`,
    );
  }
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}
