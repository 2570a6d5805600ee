import { Logger } from '@nestjs/common';
import { limitsFrom } from '../admission';
import { COUNTED_GROUPS, type Carrier, type CarrierLimits, type OnTurnEnd } from '../carrier';
import { DEFAULT_CLOSE_MS, DEFAULT_CONCURRENCY } from '../delivery';
import { turnFromFields } from '../turn-fields';
import { BullmqTransport } from './bullmq-transport';
import { Connections } from './connections';
import type { EndOfTurn } from './deliveries';
import { EventFollower } from './event-follower';
import { EventHub } from './event-hub';
import { HandOvers } from './hand-overs';
import { Keys } from './keys';
import { checkRedis } from './redis-check';
import { RedisDeadLetters } from './redis-dead-letters';
import { RedisDoor } from './redis-door';
import { RedisGauges } from './redis-gauges';
import { RedisLedger } from './redis-ledger';
import { loadScripts } from './redis-scripts';

export interface BullmqCarrierOptions {
  /** `redis://host:port`, `rediss://user:password@host:port`. */
  readonly redisUrl: string;
  /** Hash tag of all keys, without braces. Carriers with different prefixes do not see each other. */
  readonly prefix?: string;
  readonly limits?: Partial<CarrierLimits>;
  /** Concurrent hops per service in this process. */
  readonly concurrency?: number;
  /** Milliseconds that closing waits for running hops. */
  readonly closeMs?: number;
  /**
   * True, the default: if this process serves the next service of a turn too, it runs the next hop without a queue.
   * Each hop is committed all the same.
   */
  readonly handsOverHere?: boolean;
  /**
   * Called with errors outside of any call: lost connections, failed rounds of the watchdog. Without it, they are
   * logged.
   */
  readonly onError?: (error: unknown) => void;
  readonly onEnd?: OnTurnEnd;
}

/**
 * Transports turns through Redis, between any number of processes. Connects on first use.
 * @throws Fault `setup_failed` if the URL is not a Redis URL, or if the installed BullMQ is not the supported version
 *
 * @example
 * const carrier = createBullmqCarrier({ redisUrl: 'redis://localhost:6379' });
 * for (const warning of await carrier.check()) console.warn(warning);
 */
export function createBullmqCarrier(options: BullmqCarrierOptions): Carrier {
  const limits = limitsFrom(options.limits);
  const keys = new Keys(options.prefix ?? 'quarry:0');
  const scripts = loadScripts(keys.base, limits);
  const onError = options.onError ?? logError;
  const connections = new Connections(options.redisUrl, onError);
  const onEnd = endReporter(connections, keys, options.onEnd);
  const handOvers = new HandOvers(options.handsOverHere ?? true);
  const ledger = new RedisLedger(connections, keys, scripts, limits, onEnd, handOvers);
  const door = new RedisDoor(connections, keys, scripts, limits, onEnd);
  const deadLetters = new RedisDeadLetters(connections, keys);
  const gauges = new RedisGauges(connections, keys, scripts);
  const hub = new EventHub(connections, keys);
  const follower = new EventFollower(connections, keys, hub);
  const transports: BullmqTransport[] = [];
  return {
    kind: 'bullmq',
    claim: (turnId, v) => ledger.claim(turnId, v),
    advance: (turnId, v, fence, result) => ledger.advance(turnId, v, fence, result),
    emit: (turnId, v, fence, n, ...bodies) => ledger.emit(turnId, v, fence, n, ...bodies),
    holds: (turnId, v, fence) => ledger.holds(turnId, v, fence),
    watch: (turnId, changed) => ledger.watch(turnId, changed),
    giveBack: (turnId, v, fence, hasEmitted) => ledger.giveBack(turnId, v, fence, hasEmitted),
    reap: (now) => ledger.reap(now),
    start: (turn, entry, key) => door.start(turn, entry, key),
    begunWith: (tenant, key) => door.begunWith(tenant, key),
    cancel: (turnId) => door.cancel(turnId),
    read: (turnId) => door.read(turnId),
    recent: (tenant, limit, options) => door.recent(tenant, limit, options),
    hide: (tenant, turnId) => door.hide(tenant, turnId),
    events: (turnId, { after, signal } = {}) => follower.follow(turnId, after, signal),
    takeEnded: (limit, leaseMs) => door.takeEnded(limit, leaseMs),
    settleEnded: (turnId) => door.settleEnded(turnId),
    deadLetters: (limit, after) => deadLetters.list(limit, after),
    deadLetter: (turnId) => deadLetters.one(turnId),
    retry: (turnId, turn, entry) => door.retry(turnId, turn, entry),
    publish: (pipeline) => door.publish(pipeline),
    find: (ref) => door.find(ref),
    transport: () => {
      const { concurrency = DEFAULT_CONCURRENCY, closeMs = DEFAULT_CLOSE_MS } = options;
      const transport = new BullmqTransport(connections, keys, ledger, { concurrency, closeMs }, onError);
      transports.push(transport);
      return transport;
    },
    queues: (services) => gauges.queues(services),
    memoryRatio: () => gauges.memoryRatio(),
    check: () => checkRedis(connections, keys),
    suspend: async () => undefined,
    close: async () => {
      hub.close();
      await Promise.all(transports.map((transport) => transport.close()));
      connections.close();
    },
  };
}

/**
 * Scripts that end a turn do not return the counted values. They are read once per turn, and only if there is a
 * listener.
 */
function endReporter(connections: Connections, keys: Keys, onEnd: OnTurnEnd | undefined): EndOfTurn {
  if (!onEnd) return () => undefined;
  const fields = ['pipeline', 'askedAt', ...COUNTED_GROUPS];
  return (turnId: string) => {
    connections.ledger.hmget(keys.turn(turnId), ...fields).then(
      (values) => {
        const known = fields.flatMap((field, at) => {
          const value = values[at];
          return typeof value === 'string' ? [[field, value] as const] : [];
        });
        if (known.length > 0) onEnd(turnFromFields(Object.fromEntries(known)));
      },
      // Only a count is lost. The outage of Redis is reported elsewhere.
      () => undefined,
    );
  };
}

const logger = new Logger('bullmq carrier');

function logError(error: unknown): void {
  logger.warn(error instanceof Error ? error.message : String(error));
}
