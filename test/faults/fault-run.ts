import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Carrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { Redis } from 'ioredis';
import { TestRedis } from '../redis/redis-server';
import { ask, nothingSeen, type Sight } from './fault-client';
import { SERVICES, WAY, type Break, type Crash, type ProcessSettings } from './fault-plan';
import { randomFrom } from '../sample';
import type { Forgotten } from './hop-ledger';
import { WorkerPool } from './worker-pool';

/** A turn is kept until the audit has checked it. */
const LIMITS = { endedTtlMs: 3 * 3_600_000, failedTtlMs: 3 * 3_600_000 };
const IN_FLIGHT = 300;
const CLOCK = 'fault-run:clock';
const CLOCK_MS = 20;

export interface FaultRunOptions {
  readonly turns: number;
  /** Turns started per second, if the machine is fast enough. */
  readonly perSecond: number;
  readonly seed: number;
  /** Services of each process; by default one process each, and one more with all of them. */
  readonly slots?: readonly (readonly string[])[];
  readonly crashes?: readonly Crash[];
  readonly breaks?: readonly Break[];
  /** Indexes of the slots whose processes hand no turn over by themselves. */
  readonly queuedSlots?: readonly number[];
}

/** A run in progress, as its faults see it. */
export interface FaultRun {
  readonly redis: TestRedis;
  readonly pool: WorkerPool;
  readonly client: Redis;
  readonly random: () => number;
  /** Resolves when that share of all hops is committed. */
  reached(share: number): Promise<void>;
  /** True once every turn has been asked: no further fault need start. */
  isAsked(): boolean;
  /** Reports that a fault is over. */
  restored(): void;
  /** The same for a Redis that died: determines what it lost. @param deadUntil milliseconds since the epoch */
  revived(deadUntil: number): Promise<void>;
}

/** The state after a run; `close` ends everything that still runs. */
export interface FinishedRun {
  readonly carrier: Carrier;
  readonly client: Redis;
  readonly folder: string;
  readonly pool: WorkerPool;
  readonly sights: ReadonlyMap<string, Sight>;
  readonly forgotten: readonly Forgotten[];
  /** When faults other than kills of workers ended. */
  readonly restoredAt: readonly number[];
  readonly exits: readonly (number | null)[];
  readonly seconds: number;
}

/** Worker processes over a Redis with an append-only file, a stream of turns with their clients, and faults. */
export class FaultStage {
  private readonly sights = new Map<string, Sight>();
  private readonly forgotten: Forgotten[] = [];
  private readonly restoredAt: number[] = [];
  private readonly waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  private readonly pool: WorkerPool;
  private stopClock: () => void = () => undefined;
  private asked = 0;
  private commits = 0;

  private constructor(
    private readonly options: FaultRunOptions,
    private readonly redis: TestRedis,
    private readonly client: Redis,
    private readonly folder: string,
    private readonly carrier: Carrier,
  ) {
    const { slots = [...SERVICES.map((name) => [name]), SERVICES] } = options;
    const { crashes = [], breaks = [], queuedSlots = [] } = options;
    const settings: ProcessSettings = {
      ...{ redisUrl: redis.url, limits: LIMITS, folder, way: WAY },
      ...{ crashes, breaks, workMs: [5, 45], concurrency: 20, handsOverHere: true },
    };
    const settingsOf = (slot: number): ProcessSettings => ({
      ...settings,
      handsOverHere: !queuedSlots.includes(slot),
    });
    this.pool = new WorkerPool(slots, settingsOf, () => {
      this.commits++;
      this.tell();
    });
  }

  static async open(options: FaultRunOptions): Promise<FaultStage> {
    const redis = await TestRedis.startAppendOnly();
    const client = redis.client();
    client.on('error', () => undefined);
    const folder = await mkdtemp(join(tmpdir(), 'quarry-faults-'));
    const carrier = createBullmqCarrier({ redisUrl: redis.url, limits: LIMITS, onError: () => undefined });
    return new FaultStage(options, redis, client, folder, carrier);
  }

  async close(): Promise<void> {
    this.stopClock();
    this.pool.abandon();
    await this.carrier.close();
    this.client.disconnect();
    await this.redis.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs all turns to their ends during these faults, and closes the workers. */
  async run(...faults: readonly ((run: FaultRun) => Promise<void>)[]): Promise<FinishedRun> {
    await this.pool.start();
    const began = Date.now();
    this.startClock();
    const random = randomFrom(this.options.seed);
    const beside = faults.map((fault) => fault(this.asSeenBy(random)));
    await Promise.all([this.askAll(randomFrom(this.options.seed + 1)), ...beside]);
    while (await this.hasJobs()) await new Promise((resolve) => setTimeout(resolve, 100));
    this.stopClock();
    const seconds = (Date.now() - began) / 1_000;
    const { carrier, client, folder, pool, sights, forgotten, restoredAt } = this;
    const exits = await pool.stop();
    return { carrier, client, folder, pool, sights, forgotten, restoredAt, exits, seconds };
  }

  private asSeenBy(random: () => number): FaultRun {
    return {
      ...{ redis: this.redis, pool: this.pool, client: this.client, random },
      reached: (share) =>
        new Promise((resolve) => {
          this.waiting.push({ count: share * this.options.turns * WAY.length, resolve });
          this.tell();
        }),
      isAsked: () => this.asked >= this.options.turns,
      restored: () => void this.restoredAt.push(Date.now()),
      revived: async (deadUntil) => {
        this.restoredAt.push(Date.now());
        this.forgotten.push({ from: await this.knownUntil(), to: deadUntil });
        this.stopClock();
        this.startClock();
      },
    };
  }

  /** Turns arrive at a steady rate, at most {@link IN_FLIGHT} at a time. */
  private async askAll(random: () => number): Promise<void> {
    const { turns, perSecond } = this.options;
    const began = Date.now();
    const running = new Set<Promise<void>>();
    for (let n = 0; n < turns; n++) {
      const early = began + (n * 1_000) / perSecond - Date.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      while (running.size >= IN_FLIGHT) await Promise.race(running);
      const id = `turn-${n}`;
      const sight = nothingSeen();
      this.sights.set(id, sight);
      const asked: Promise<void> = ask(this.carrier, id, random, sight).finally(() => running.delete(asked));
      running.add(asked);
      this.asked++;
    }
    await Promise.all(running);
  }

  /**
   * Repeatedly writes the current time to a key, over a connection that ends with the server and sends nothing
   * afterwards.
   */
  private startClock(): void {
    const clock = new Redis(this.redis.url, { enableOfflineQueue: false, retryStrategy: () => null });
    clock.on('error', () => undefined);
    const timer = setInterval(() => {
      if (clock.status === 'ready') clock.set(CLOCK, Date.now()).catch(() => undefined);
    }, CLOCK_MS);
    this.stopClock = () => {
      clearInterval(timer);
      clock.disconnect();
    };
  }

  /** The last time that Redis itself remembers. Later writes may be lost, even after a kill if its disk was slow. */
  private async knownUntil(): Promise<number> {
    for (;;) {
      const known = await this.client.get(CLOCK).catch(() => undefined);
      if (known !== undefined) return Number(known);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private tell(): void {
    for (const waiter of this.waiting.filter(({ count }) => count <= this.commits)) {
      this.waiting.splice(this.waiting.indexOf(waiter), 1);
      waiter.resolve();
    }
  }

  /** A job whose worker died after the last commit is found, refused and removed. */
  private async hasJobs(): Promise<boolean> {
    for (const service of SERVICES)
      for (const list of ['wait', 'active'])
        if ((await this.client.llen(`{quarry:0}:${service}:${list}`)) > 0) return true;
    for (const service of SERVICES)
      if ((await this.client.zcard(`{quarry:0}:${service}:delayed`)) > 0) return true;
    return false;
  }
}
