import type { CarrierGauges, QueueState } from '../carrier';
import type { Connections } from './connections';
import type { Keys } from './keys';
import { infoFields } from './redis-info';
import { runScript, type RedisScripts } from './redis-scripts';

type Row = [waiting: number, active: number, delayed: number, failed: number, oldestMs: number];

/** The state of the queues and of Redis, from any process. Every call returns or fails with a Fault within seconds. */
export class RedisGauges implements CarrierGauges {
  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly scripts: RedisScripts,
  ) {}

  async queues(services: readonly string[]): Promise<readonly QueueState[]> {
    if (services.length === 0) return [];
    const rows = (await this.connections.door((redis) =>
      runScript(redis, this.scripts.queues, this.keys.due, { base: this.keys.base, services }),
    )) as Row[];
    return services.map((service, index) => {
      const [waiting = 0, active = 0, delayed = 0, failed = 0, oldestMs = 0] = rows[index] ?? [];
      return { service, waiting, active, delayed, failed, oldestMs };
    });
  }

  async memoryRatio(): Promise<number | null> {
    return memoryRatioOf(infoFields(await this.connections.door((redis) => redis.info('memory'))));
  }
}

/** Share of `maxmemory` in use; null without a limit, or if the server does not report it. */
export function memoryRatioOf(info: ReadonlyMap<string, string>): number | null {
  const used = Number(info.get('used_memory'));
  const limit = Number(info.get('maxmemory'));
  return used >= 0 && limit > 0 ? used / limit : null;
}
