import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import type { Turn, TurnEventBody } from '@quarry/turn';
import { limitsFrom } from '../admission';
import type { Carrier, CarrierLimits, HopResult, OnTurnEnd, Target } from '../carrier';
import { DEFAULT_CLOSE_MS, DEFAULT_CONCURRENCY } from '../delivery';
import { MemoryLedger } from './memory-ledger';
import { MemoryLog } from './memory-log';
import { MemoryTransport } from './memory-transport';

export interface MemoryCarrierOptions {
  readonly limits?: Partial<CarrierLimits>;
  /** Hops that one service runs at a time. */
  readonly concurrency?: number;
  /** Milliseconds that closing waits for running hops. */
  readonly closeMs?: number;
  readonly onEnd?: OnTurnEnd;
}

/** Of a turn that is not known. */
const NO_LOG = new MemoryLog();
NO_LOG.close();

/** Passes turns on within one process. Nothing outlives the process. */
export function createMemoryCarrier(options: MemoryCarrierOptions = {}): Carrier {
  const ledger = new MemoryLedger(limitsFrom(options.limits), options.onEnd);
  const pipelines = new Map<string, CompiledPipeline>();
  return {
    kind: 'memory',
    claim: (turnId, v) => ledger.claim(turnId, v),
    advance: (turnId, v, fence, result: HopResult) => ledger.advance(turnId, v, fence, result),
    emit: (turnId, v, fence, n, ...bodies: readonly TurnEventBody[]) =>
      ledger.emit(turnId, v, fence, n, ...bodies),
    holds: (turnId, v, fence) => ledger.holds(turnId, v, fence),
    watch: (turnId, changed) => ledger.watch(turnId, changed),
    giveBack: () => ledger.giveBack(),
    reap: (now) => ledger.reap(now),
    start: async (turn: Turn, entry: Target, key) => ledger.start(turn, entry, key),
    begunWith: async (tenant, key) => ledger.begunWith(tenant, key),
    cancel: (turnId) => ledger.cancel(turnId),
    read: async (turnId) => ledger.view(turnId),
    events: (turnId, { after, signal } = {}) => (ledger.log(turnId) ?? NO_LOG).follow(after, signal),
    recent: async (tenant, limit, options = {}) => ledger.recent(tenant, limit, options.unsettled === true),
    hide: async (tenant, turnId) => ledger.hide(tenant, turnId),
    takeEnded: async (limit, leaseMs) => ledger.takeEnded(limit, leaseMs),
    settleEnded: async (turnId) => ledger.settleEnded(turnId),
    deadLetters: async (limit, after) => ledger.deadLetters(limit, after),
    deadLetter: async (turnId) => ledger.deadLetter(turnId),
    retry: async (turnId, turn, entry) => ledger.retry(turnId, turn, entry),
    publish: async (pipeline) => {
      pipelines.set(pipelineRef(pipeline), pipeline);
    },
    find: async (ref) => pipelines.get(ref) ?? null,
    transport: () =>
      new MemoryTransport(ledger, {
        concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
        closeMs: options.closeMs ?? DEFAULT_CLOSE_MS,
      }),
    queues: async (services) => services.map((service) => ledger.queues.stateOf(service)),
    memoryRatio: async () => null,
    check: async () => [],
    close: async () => ledger.close(),
  };
}
