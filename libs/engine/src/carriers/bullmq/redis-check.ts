import { Fault } from '@quarry/turn';
import type { Redis } from 'ioredis';
import type { Connections } from './connections';
import type { Keys } from './keys';
import { memoryRatioOf } from './redis-gauges';
import { infoFields } from './redis-info';

const OLDEST = [6, 2] as const;

/** From this share of `maxmemory` on the gateway begins no turn. */
const FULL_FROM = 0.7;

/** What a Redis says of itself. Managed ones keep some of it back: what is absent is unknown, not wrong. */
export interface RedisReport {
  /** Fields of `INFO`. */
  readonly info: ReadonlyMap<string, string>;
  /** Values of `CONFIG GET`; empty where the server refuses that command. */
  readonly config: ReadonlyMap<string, string>;
  /** Whether `CLIENT UNBLOCK` is allowed, by which a new follower of a turn is heard at once. */
  readonly unblocks: boolean;
}

/**
 * Can turns be trusted to this Redis?
 * @returns what is worth a warning: what may be lost, and how to mend it.
 * @throws Fault `redis_unavailable` where it is away, too old, read-only, or another node keeps the keys; `redis_policy` where it may throw keys away.
 */
export async function checkRedis(connections: Connections, keys: Keys): Promise<readonly string[]> {
  const { where } = connections;
  // Touching a key shows whether this node of a cluster is the one that keeps them.
  const [info] = await connections.door((redis) => Promise.all([redis.info(), redis.exists(keys.due)]));
  const [config, unblocks] = await connections.door((redis) =>
    Promise.all([readConfig(redis), mayUnblock(redis)]),
  );
  const report = { info: infoFields(info), config, unblocks };
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

async function mayUnblock(redis: Redis): Promise<boolean> {
  try {
    // No client has this id.
    await redis.client('UNBLOCK', 0);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** Refused by a rule, or because the server has no such command; a lost connection is another matter. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** @throws Fault where no turn may be given to this server. @param where its address, without credentials. */
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
      `Redis at ${where} is a replica, which takes no writes. Give REDIS_URL the address of its primary${at}.`,
    );
  }
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    const [host, port] = where.split(/:(?=\d+$)/);
    throw new Fault(
      'redis_policy',
      `Redis at ${where} has maxmemory-policy '${policy}': short of memory it would throw running turns away. ` +
        `Run 'redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy noeviction', and set it in redis.conf, too.`,
    );
  }
}

/** What may be lost on this server, and what to do about it; one sentence or two each. @param where its address, without credentials. */
export function warningsOf(report: RedisReport, where: string): string[] {
  const { info } = report;
  const ratio = memoryRatioOf(info);
  const warnings = [persistenceWarning(report)];
  if (info.get('maxmemory_policy') === undefined)
    warnings.push(
      'does not tell its maxmemory-policy. Make sure that it is noeviction, or it may throw running turns away.',
    );
  if (ratio !== null && ratio >= FULL_FROM)
    warnings.push(
      `uses ${Math.floor(ratio * 100)} % of its maxmemory. From ${FULL_FROM * 100} % on no new turns are taken: raise maxmemory.`,
    );
  if (!report.unblocks)
    warnings.push(
      'does not allow CLIENT UNBLOCK to this user: whoever follows a turn may see its events 5 s late. Allow it: ACL SETUSER … +client|unblock.',
    );
  return warnings.filter((text) => text !== null).map((text) => `Redis at ${where} ${text}`);
}

/** What a restart of the server would lose. */
function persistenceWarning({ info, config }: RedisReport): string | null {
  const aof = info.get('aof_enabled');
  if (aof === undefined) return null;
  if (aof === '1') {
    if (info.get('aof_last_write_status') === 'err')
      return 'cannot write its append-only file: the disk may be full. Its log says more.';
    if (config.get('appendfsync') === 'no')
      return "leaves it to the operating system when its append-only file is written (appendfsync no): a power failure may lose half a minute of turns. Set 'appendfsync everysec'.";
    return null;
  }
  if (config.get('save') === '')
    return "keeps nothing on disk: a restart loses every turn that it has accepted and not ended. Set 'appendonly yes'.";
  return "has no append-only file: a restart may lose the turns of the last minutes, since its last snapshot. Set 'appendonly yes'.";
}
