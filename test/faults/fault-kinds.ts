import { Queue } from 'bullmq';
import type { TestRedis } from '../redis/redis-server';
import type { FaultRun } from './fault-run';

const RESTART_MS = 1_000;
const FROZEN_MS = 9_000;
const FULL_MS = 8_000;
/** Free bytes of a full server when it starts to refuse. */
const HEADROOM = 200_000;

type Fault = (run: FaultRun) => Promise<void>;

/** Processes that may be starting when another one is killed: a busy machine would otherwise only start processes. */
const STARTING = 3;

/**
 * Kills a random worker (-9) every `everyMs` while turns arrive, and at least `least` times if a busy machine starts
 * them slowly.
 */
export function workersKilled(least = 0, everyMs = 2_000): Fault {
  return async (run) => {
    for (let kills = 0; !run.isAsked() || kills < least;) {
      await pause(everyMs);
      const isTime = run.pool.pids.length > run.pool.size - STARTING;
      if (isTime && run.pool.kill(run.random())) kills++;
    }
  };
}

/** Share of commits that are reported in any case: a process that dies right after a commit cannot report it. */
const HEARD = 0.85;

/** Kills this many workers (-9), one after another as the work proceeds. */
export function someWorkersKilled(count: number): Fault {
  return async (run) => {
    for (let n = 1; n <= count; n++) {
      await run.reached((HEARD * n) / count);
      while (!run.pool.kill(run.random())) await pause(50);
    }
  };
}

/** Kills Redis (-9) and restarts it after a second with everything that it had written. */
export function redisKilled(share: number): Fault {
  return redisDead(share, (redis) => redis.kill());
}

/** Redis loses its power, and with it the last second of its append-only file. */
export function redisPowerLost(share: number): Fault {
  return redisDead(share, (redis) => redis.powerLoss());
}

function redisDead(share: number, end: (redis: TestRedis) => Promise<unknown>): Fault {
  return async (run) => {
    await run.reached(share);
    await end(run.redis);
    await pause(RESTART_MS);
    const deadUntil = Date.now();
    await run.redis.restart();
    await run.revived(deadUntil);
  };
}

/** A random worker hangs for 9 s, longer than its lock, and then continues. */
export function workerFrozen(share: number): Fault {
  return async (run) => {
    await run.reached(share);
    await run.pool.freeze(run.random(), FROZEN_MS);
    run.restored();
  };
}

/** An operator pauses a random queue for half a second, again and again while turns arrive, and lets all run at the end. */
export function queuesPaused(services: readonly string[]): Fault {
  return async ({ client, random, isAsked }) => {
    const connection = { host: client.options.host ?? '127.0.0.1', port: client.options.port ?? 6379 };
    while (!isAsked()) {
      const service = services[Math.floor(random() * services.length)] ?? '';
      const queue = new Queue(service, { connection, prefix: '{quarry:0}' });
      await queue.pause();
      await pause(500);
      await queue.resume();
      await queue.close();
    }
  };
}

/** Redis is at its memory limit for 8 s, and refuses every write. */
export function redisFull(share: number): Fault {
  return async (run) => {
    await run.reached(share);
    const used = Number(/used_memory:(\d+)/.exec(await run.client.info('memory'))?.[1]);
    await run.client.config('SET', 'maxmemory', String(used + HEADROOM));
    await pause(FULL_MS);
    await run.client.config('SET', 'maxmemory', '0');
    run.restored();
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
