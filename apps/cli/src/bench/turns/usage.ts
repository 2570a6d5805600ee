import { Redis } from 'ioredis';
import { hopsRun } from './hop-services';
import { Monitor } from './monitor';

/** Resources used up to a point in time. The difference of two is the use between them. */
export interface Usage {
  /** CPU time (user and system) of all Node processes of a side, and of its Redis, in microseconds. */
  readonly nodeMicros: number;
  readonly redisMicros: number;
  /** Hops that ran. */
  readonly hops: number;
  /** Calls of scripts, and Redis commands, including those in scripts. */
  readonly scripts: number;
  readonly commands: number;
  /** Bytes that Redis received and sent. */
  readonly bytes: number;
}

export const NOTHING_USED: Usage = {
  nodeMicros: 0,
  redisMicros: 0,
  hops: 0,
  scripts: 0,
  commands: 0,
  bytes: 0,
};

export function combine(a: Usage, b: Usage, sign: 1 | -1 = 1): Usage {
  const names = Object.keys(NOTHING_USED) as (keyof Usage)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + sign * b[name]])) as unknown as Usage;
}

/** The usage of this process. */
export function ownUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { ...NOTHING_USED, nodeMicros: user + system, hops: hopsRun.count };
}

/** Reads the usage of one Redis server, over a separate connection. */
export class RedisUsage {
  private readonly redis: Redis;

  constructor(url: string) {
    this.redis = new Redis(url, { maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
  }

  async now(): Promise<Usage> {
    const info = await this.redis.info('cpu', 'commandstats', 'stats');
    const lines = info.split('\r\n').map((line) => line.split(':', 2) as [string, string | undefined]);
    const field = (name: string): number => Number(lines.find(([key]) => key === name)?.[1] ?? 0);
    const calls = lines.flatMap(([key, value]) => {
      const count = /^calls=(\d+)/.exec(value ?? '')?.[1];
      return key.startsWith('cmdstat_') && count !== undefined
        ? [[key.slice(8), Number(count)] as const]
        : [];
    });
    const sum = (of: readonly (readonly [string, number])[]): number =>
      of.reduce((all, [, count]) => all + count, 0);
    return {
      ...NOTHING_USED,
      redisMicros: 1e6 * (field('used_cpu_user') + field('used_cpu_sys')),
      scripts: sum(calls.filter(([name]) => /^(?:eval|evalsha|fcall)$/.test(name))),
      commands: sum(calls),
      bytes: field('total_net_input_bytes') + field('total_net_output_bytes'),
    };
  }

  /** Number of requests from clients while `work` runs. Each is a round trip; commands in scripts do not count. */
  async requests(work: () => Promise<void>): Promise<number> {
    const monitor = await Monitor.open(this.redis.options);
    try {
      await work();
      // The monitor reports commands in order: after this one, it has reported all others.
      const mark = `end of requests ${process.pid}`;
      await Promise.all([monitor.until(mark), this.redis.echo(mark)]);
      return monitor.requests - 1;
    } finally {
      monitor.close();
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}
