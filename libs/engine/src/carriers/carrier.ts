import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { CompiledPipeline } from '@quarry/pipeline';
import type { Turn, TurnEnd, TurnEvent, TurnEventBody, TurnPatch } from '@quarry/turn';
import type { DeadLetters } from './dead-letters';
import type { EvidencePieces } from './evidence-pieces';
import type { Target } from './target';

export type { Target } from './target';

/** A hop's job: the turn, and the version of it that the hop works on. */
export interface HopJob {
  readonly t: string;
  readonly v: number;
}

export type Claim =
  | {
      readonly kind: 'claimed';
      readonly fence: number;
      /** Number of this attempt at the version, from 1. Attempts that were handed back do not count. */
      readonly attempt: number;
      /** How many previous attempts failed by themselves: they threw, as far as that is known. */
      readonly failures: number;
      readonly turn: Turn;
      readonly at: string;
    }
  /**
   * Nothing to do: another hop did it (`past`), the turn is over (`terminal`), or the claim itself ended it (`poison`,
   * `expired`, `cancelled`). A document in a newer format (`newer`) is left to a process that understands it, and
   * nothing is counted. Nor is anything counted for a hop that may have killed its process, while another such hop of
   * this process runs (`later`).
   */
  | { readonly kind: 'past' | 'terminal' | 'poison' | 'expired' | 'cancelled' | 'newer' | 'later' };

/** `cancelled`: the turn was cancelled while the hop ran. It ended so, with what the hop had found. */
export type Commit = 'ok' | 'past' | 'terminal' | 'superseded' | 'too_large' | 'cancelled';

/** What a hop writes at its end, in one atomic step. */
export interface HopResult {
  /** Only the groups that changed. Its evidence contains new or changed pieces, by number; other pieces stay. */
  readonly patch: TurnPatch;
  /** The new, changed and removed pieces of evidence. Replaces the patch's evidence, which may then be complete. */
  readonly pieces?: EvidencePieces;
  /** Next owner, or the end of the turn. */
  readonly next: Target | TurnEnd;
  /** If the turn ends: the step at which it ended, which may differ from the one at which the hop started. */
  readonly at?: string;
  /** Events of the commit itself, after those that the hop emitted. */
  readonly events: readonly TurnEventBody[];
  /** Number of the first of them, as in {@link TurnLedger.emit}. Without it, they follow the last event of the log. */
  readonly n?: number;
}

/**
 * The worker's side of the hop protocol. Every call is idempotent. Replies are codes; calls throw only if the store is
 * unreachable.
 */
export interface TurnLedger {
  /**
   * Takes version `v` for one attempt: fence + 1, next check postponed. Ends the turn `failed` (poison) if
   * `maxAttempts` of its attempts threw, or ended with a process that ran nothing else. Attempts that ended with a
   * process that ran other hops do not count: after `maxAttempts` − 1 of them, the hop runs alone. In a single process,
   * which cannot die without its turns, each attempt counts.
   */
  claim(turnId: string, v: number): Promise<Claim>;
  /** Commits a hop: writes the patch, v + 1 and events, and adds the next job or sets the end, all or nothing. */
  advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit>;
  /** Appends events of a running attempt. `n` is the number of the first of them, counted from 1 within the attempt. */
  emit(
    turnId: string,
    v: number,
    fence: number,
    n: number,
    ...bodies: readonly TurnEventBody[]
  ): Promise<'ok' | 'superseded'>;
  /**
   * Whether this attempt still holds the turn. False once the turn ended, was cancelled, or another attempt took over.
   */
  holds(turnId: string, v: number, fence: number): Promise<boolean>;
  /**
   * Calls back when a cancellation of the turn is requested and this process learns of it; `holds` is authoritative.
   * Returns a function that ends the watch.
   */
  watch(turnId: string, changed: () => void): () => void;
  /**
   * Ends an attempt that must not count; the job's next delivery starts another one. `hasEmitted`: the attempt has
   * emitted events. False if the attempt no longer holds the turn, or if no other process could take it over.
   */
  giveBack(turnId: string, v: number, fence: number, hasEmitted: boolean): Promise<boolean>;
  /**
   * A round of the watchdog: adds lost jobs again, revives failed ones, ends expired turns. Returns the number of turns
   * that it helped.
   */
  reap(now?: number): Promise<number>;
}

export interface TurnView {
  readonly turn: Turn;
  readonly v: number;
  readonly at: string;
  readonly status: 'running' | 'ended';
  /** When it ended, in milliseconds since the epoch; absent while it runs, and if it is unknown. */
  readonly endedAt?: number;
  /**
   * Set if its asker has deleted it. It still exists for the services that process ended turns, and for no other
   * caller.
   */
  readonly hidden?: true;
}

/** The gateway's side. */
export interface TurnDoor {
  /**
   * Accepts a turn: state, first event, due entry and entry job in one atomic step. Repeating the same id or key is
   * harmless.
   */
  start(
    turn: Turn,
    entry: Target,
    idempotencyKey?: string,
  ): Promise<{ readonly turnId: string; readonly existing: boolean }>;
  /** Id of the turn that an idempotency key of a tenant started; null if none did, or if the key has expired. */
  begunWith(tenant: string, idempotencyKey: string): Promise<string | null>;
  /**
   * Ends a running turn as `cancelled`; false if it was over or unknown. A running hop is asked first, so that what it
   * has found is kept. Resolves when the turn has ended, at the latest after `cancelGraceMs`.
   */
  cancel(turnId: string): Promise<boolean>;
  read(turnId: string): Promise<TurnView | null>;
  /**
   * The turn's log after `after` (an event id), then live, until `turn.finished` or the signal. Empty for an unknown
   * turn.
   */
  events(
    turnId: string,
    options?: { readonly after?: string; readonly signal?: AbortSignal },
  ): AsyncIterable<TurnEvent>;
  /** Turns of a tenant that the carrier still keeps, newest first. Turns that measure a pipeline are not listed. */
  recent(
    tenant: string,
    limit: number,
    options?: {
      /** True: only turns that run, or that have ended and are not settled (see `EndedTurns`). */
      readonly unsettled?: boolean;
    },
  ): Promise<readonly TurnView[]>;
  /**
   * Marks an ended turn as deleted: it is no longer listed, and `read` returns `hidden`. False if it runs or is
   * unknown.
   */
  hide(tenant: string, turnId: string): Promise<boolean>;
}

/** Published pipelines, by `name@digest`. A turn keeps the digest with which it started. */
export interface PipelineShelf {
  publish(pipeline: CompiledPipeline): Promise<void>;
  find(ref: string): Promise<CompiledPipeline | null>;
}

/** Status of the queue of one service. */
export interface QueueState {
  readonly service: string;
  /** Hops that wait for a worker. */
  readonly waiting: number;
  /** Running hops, in any process. */
  readonly active: number;
  /** Hops that pause before their next delivery. */
  readonly delayed: number;
  /** Jobs whose every delivery threw. */
  readonly failed: number;
  /** Milliseconds since the longest-waiting hop was queued; 0 if none waits. */
  readonly oldestMs: number;
}

/** Status of a carrier, for operators and monitoring. */
export interface CarrierGauges {
  /** Queue status of these services, in the same order, whether or not this process runs them. */
  queues(services: readonly string[]): Promise<readonly QueueState[]>;
  /** Share of its memory limit that the carrier's server uses, 0 to 1; null without a limit. */
  memoryRatio(): Promise<number | null>;
}

/**
 * Ended turns that are not settled: still to be archived, accounted for, and reported to webhooks. The atomic step that
 * ends a turn, in any process and way, also adds it here. It stays until it is settled, or as long as its document is
 * kept.
 */
export interface EndedTurns {
  /**
   * Ids of up to `limit` ended turns, longest waiting first. Each is leased to the caller for `leaseMs` milliseconds.
   * If it is not settled by then, it is handed out again.
   */
  takeEnded(limit: number, leaseMs: number): Promise<readonly string[]>;
  /** Marks this turn as completely processed. Repeating it is harmless. */
  settleEnded(turnId: string): Promise<void>;
}

/** The parts of an ended turn that are counted. */
export type CountedTurn = Pick<Turn, (typeof COUNTED_GROUPS)[number] | 'pipeline' | 'askedAt'>;

export const COUNTED_GROUPS = [
  'searches',
  'needs',
  'misses',
  'extraction',
  'spent',
  'stop',
  'end',
] as const satisfies readonly (keyof Turn)[];

/** Called for each turn that a carrier ends, for any reason, in the process that ended it. */
export type OnTurnEnd = (turn: CountedTurn) => void;

/**
 * `memory`: within one process, without persistence; `embedded`: the same, with a journal file; `bullmq`: over Redis,
 * between processes.
 */
export type CarrierKind = (typeof CARRIER_KINDS)[number];
export const CARRIER_KINDS = ['memory', 'embedded', 'bullmq'] as const;

/**
 * A way of transporting turns from service to service.
 *
 * @example
 * const carrier: Carrier = createMemoryCarrier();
 * await carrier.start(turn, { step: 'route', service: 'router' });
 * for await (const event of carrier.events(turn.id)) console.log(event.body.type);
 */
export interface Carrier extends TurnLedger, TurnDoor, PipelineShelf, CarrierGauges, EndedTurns, DeadLetters {
  readonly kind: CarrierKind;
  /**
   * Delivers `HopJob`s to handlers declared with `@EventPattern(<service>, QUARRY_TRANSPORT)`; one queue per service.
   */
  transport(): CustomTransportStrategy;
  /** Checks whether turns can be accepted now. Returns warnings. @throws Fault with the reason if they cannot */
  check(): Promise<readonly string[]>;
  /**
   * For carriers whose turns continue in the next process on the same file: lets running hops end, hands back those
   * that do not, and ends every followed log with `turn.suspended`. Does nothing if other processes continue the turns,
   * or if none does.
   */
  suspend(): Promise<void>;
  close(): Promise<void>;
}

/** Limits of the hop protocol (engine.md). */
export interface CarrierLimits {
  /** Attempts of a hop that throw before its turn ends, and processes that may die while they run the hop alone. */
  readonly maxAttempts: number;
  /** Milliseconds that a hop may take. */
  readonly hopBudgetMs: number;
  /** Milliseconds that a running hop has to end a cancelled turn with what it has found. */
  readonly cancelGraceMs: number;
  /**
   * Interval at which the watchdog checks a running turn, in milliseconds. A lost job is added again within that time.
   */
  readonly lookEveryMs: number;
  /** UTF-8 bytes of one group of a patch, or of one piece of evidence. */
  readonly maxGroupBytes: number;
  readonly maxTurnBytes: number;
  readonly maxHops: number;
  /** Time to live of an ended turn, and of a failed one. */
  readonly endedTtlMs: number;
  readonly failedTtlMs: number;
}

export const DEFAULT_LIMITS: CarrierLimits = {
  maxAttempts: 3,
  hopBudgetMs: 120_000,
  cancelGraceMs: 1_000,
  lookEveryMs: 30_000,
  maxGroupBytes: 256 * 1024,
  maxTurnBytes: 1024 * 1024,
  // An extraction of four passes, each with four replies of two models and their services, has about 90 hops.
  maxHops: 160,
  endedTtlMs: 15 * 60_000,
  failedTtlMs: 24 * 3_600_000,
};

/** Transport id with which hop handlers are declared. */
export const QUARRY_TRANSPORT = Symbol('quarry');
