import { Fault } from '@quarry/turn';
import type { Redis } from 'ioredis';
import type { Connections } from './connections';
import type { Keys } from './keys';
import { memoryRatioOf } from './redis-gauges';
import { infoFields } from './redis-info';

const OLDEST = [6, 2] as const;

/** Share of `maxmemory` from which the gateway accepts no new turn. */
const FULL_FROM = 0.7;

/** What a Redis server reports about itself. Managed servers hide parts of it: absent means unknown, not wrong. */
export interface RedisReport {
  /** Fields of `INFO`. */
  readonly info: ReadonlyMap<string, string>;
  /** Values of `CONFIG GET`; empty if the server refuses the command. */
  readonly config: ReadonlyMap<string, string>;
  /** Whether messages may be published. With them, the followers of a turn receive its events at once. */
  readonly publishes: boolean;
}

/**
 * Checks whether this Redis can be trusted with turns.
 * @returns warnings: what may be lost, and how to fix it
 * @throws Fault `redis_unavailable` if it is down, too old, read-only, or if another node keeps the keys;
 * `redis_policy` if it may evict keys
 */
export async function checkRedis(connections: Connections, keys: Keys): Promise<readonly string[]> {
  const { where } = connections;
  // Accessing a key shows whether this node of a cluster is the one that keeps them.
  const [info] = await connections.door((redis) => Promise.all([redis.info(), redis.exists(keys.due)]));
  const [config, publishes] = await connections.door((redis) =>
    Promise.all([readConfig(redis), mayPublish(redis, keys)]),
  );
  const report = { info: infoFields(info), config, publishes };
  refuseUnfit(report, where);
  return warningsOf(report, where);
}

async function readConfig(redis: Redis): Promise<ReadonlyMap<string, string>> {
  const config = new Map<string, string>();
  try {
    for (const name of ['save', 'appendfsync'] as const) {
      const [, value] = (await redis.config('GET', name)) as string[];
      if (value !== undefined) config.set(name, value);
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return config;
}

async function mayPublish(redis: Redis, keys: Keys): Promise<boolean> {
  try {
    // No turn has this id.
    await Promise.all([redis.publish(keys.cancelled, ''), redis.publish(keys.live(''), '')]);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** True if a rule refused the command, or if the server does not have it. A lost connection is not a refusal. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** @throws Fault if the server is unsuitable for turns. @param where its address, without credentials */
export function refuseUnfit({ info }: Pick<RedisReport, 'info'>, where: string): void {
  const version = info.get('redis_version');
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (version !== undefined && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])))
    throw new Fault(
      'redis_unavailable',
      `Redis at ${where} has version ${version}; ${OLDEST.join('.')} or newer is needed. Update it.`,
    );
  if (info.get('role') === 'slave') {
    const primary = info.get('master_host');
    const at = primary === undefined ? '' : ` (${primary}:${info.get('master_port') ?? '6379'})`;
    throw new Fault(
      'redis_unavailable',
      `Redis at ${where} is a replica, which accepts no writes. Set REDIS_URL to the address of its primary${at}.`,
    );
  }
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    const [host, port] = where.split(/:(?=\d+$)/);
    throw new Fault(
      'redis_policy',
      `Redis at ${where} has maxmemory-policy '${policy}': when memory is short, it would evict running turns. ` +
        `Run 'redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy noeviction', and set it in redis.conf, too.`,
    );
  }
}

/**
 * What this server may lose, and what to do about it; one or two sentences each. @param where its address, without
 * credentials
 */
export function warningsOf(report: RedisReport, where: string): string[] {
  const { info } = report;
  const ratio = memoryRatioOf(info);
  const warnings = [persistenceWarning(report)];
  if (info.get('maxmemory_policy') === undefined)
    warnings.push(
      'does not report its maxmemory-policy. Make sure that it is noeviction; otherwise, Redis may evict running turns.',
    );
  if (ratio !== null && ratio >= FULL_FROM)
    warnings.push(
      `uses ${Math.floor(ratio * 100)} % of its maxmemory. From ${FULL_FROM * 100} %, no new turns are accepted: raise maxmemory.`,
    );
  if (!report.publishes)
    warnings.push(
      'does not allow this user to publish messages: followers of a turn receive its events up to 10 s late, and a cancelled hop ends a second late. Allow it: ACL SETUSER … +publish +subscribe &*.',
    );
  return warnings.filter((text) => text !== null).map((text) => `Redis at ${where} ${text}`);
}

/** What a restart of the server would lose. */
function persistenceWarning({ info, config }: RedisReport): string | null {
  const aof = info.get('aof_enabled');
  if (aof === undefined) return null;
  if (aof === '1') {
    if (info.get('aof_last_write_status') === 'err')
      return 'cannot write its append-only file: the disk may be full. See its log.';
    if (config.get('appendfsync') === 'no')
      return "lets the operating system decide when to write its append-only file (appendfsync no): a power failure may lose half a minute of turns. Set 'appendfsync everysec'.";
    return null;
  }
  if (config.get('save') === '')
    return "stores nothing on disk: a restart loses every turn that was accepted and has not ended. Set 'appendonly yes'.";
  return "has no append-only file: a restart may lose the turns of the last minutes, since its last snapshot. Set 'appendonly yes'.";
}
