import { pipelineRef } from '@quarry/pipeline';
import { toFault, type Clock, type TurnEventBody } from '@quarry/turn';
import { limitsFrom } from '../admission';
import type { Carrier, CarrierLimits, OnTurnEnd } from '../carrier';
import { DEFAULT_CLOSE_MS, DEFAULT_CONCURRENCY } from '../delivery';
import { untilWritable } from '../until-writable';
import { MemoryCore } from './memory-core';
import { MemoryDoor } from './memory-door';
import { MemoryLedger } from './memory-ledger';
import { MemoryTransport } from './memory-transport';
import type { TurnJournal } from './turn-journal';

export interface MemoryCarrierOptions {
  readonly limits?: Partial<CarrierLimits>;
  /** Concurrent hops per service. */
  readonly concurrency?: number;
  /** Milliseconds that closing waits for running hops. */
  readonly closeMs?: number;
  readonly onEnd?: OnTurnEnd;
  /** For deadlines, leases and time to live; `Date` by default. */
  readonly clock?: Clock;
}

/**
 * Transports turns within one process. Nothing outlives the process.
 *
 * @example
 * const carrier = createMemoryCarrier({ concurrency: 4 });
 */
export function createMemoryCarrier(options: MemoryCarrierOptions = {}): Carrier {
  return carrierInProcess('memory', options);
}

/** Transports turns within one process. What the journal records outlives it. */
export function carrierInProcess(
  kind: 'memory' | 'embedded',
  options: MemoryCarrierOptions,
  journal?: TurnJournal,
): Carrier {
  const limits = limitsFrom(options.limits);
  const core = new MemoryCore(limits, options.onEnd, journal, options.clock);
  const ledger = new MemoryLedger(core);
  const door = new MemoryDoor(core);
  const transports: MemoryTransport[] = [];
  return {
    kind,
    claim: (turnId, v) => ledger.claim(turnId, v),
    advance: (turnId, v, fence, result) =>
      untilWritable(() => ledger.advance(turnId, v, fence, result), mayPass, limits.hopBudgetMs),
    emit: (turnId, v, fence, n, ...bodies: readonly TurnEventBody[]) =>
      ledger.emit(turnId, v, fence, n, ...bodies),
    holds: (turnId, v, fence) => ledger.holds(turnId, v, fence),
    watch: (turnId, changed) => ledger.watch(turnId, changed),
    giveBack: (turnId, v, fence, told) => ledger.giveBack(turnId, v, fence, told),
    reap: (now) => ledger.reap(now),
    start: async (turn, entry, key) => door.start(turn, entry, key),
    begunWith: async (tenant, key) => door.begunWith(tenant, key),
    cancel: (turnId) => door.cancel(turnId),
    read: async (turnId) => door.view(turnId),
    events: (turnId, { after, signal } = {}) => door.events(turnId, after, signal),
    recent: async (tenant, limit, options = {}) => door.recent(tenant, limit, options.unsettled === true),
    hide: async (tenant, turnId) => door.hide(tenant, turnId),
    takeEnded: async (limit, leaseMs) => door.takeEnded(limit, leaseMs),
    settleEnded: async (turnId) => door.settleEnded(turnId),
    deadLetters: async (limit, after) => door.deadLetters(limit, after),
    deadLetter: async (turnId) => door.deadLetter(turnId),
    retry: async (turnId, turn, entry) => door.retry(turnId, turn, entry),
    publish: async (pipeline) => {
      core.pipelines.set(pipelineRef(pipeline), pipeline);
    },
    find: async (ref) => core.pipelines.get(ref) ?? null,
    transport: () => {
      const { concurrency = DEFAULT_CONCURRENCY, closeMs = DEFAULT_CLOSE_MS } = options;
      const transport = new MemoryTransport(core, ledger, {
        ...{ concurrency, closeMs },
        handsBack: kind === 'embedded',
      });
      transports.push(transport);
      return transport;
    },
    queues: async (services) => services.map((service) => core.queues.stateOf(service)),
    memoryRatio: async () => null,
    check: async () => core.open(),
    suspend: async () => {
      if (kind === 'memory') return;
      await Promise.all(transports.map((transport) => transport.close()));
      await core.suspend();
    },
    close: async () => core.close(),
  };
}

/** A journal that accepts no writes now, e.g. on a full disk, may accept them later. */
function mayPass(error: unknown): boolean {
  const { code, retryable } = toFault(error);
  return code === 'store_unavailable' && retryable;
}
