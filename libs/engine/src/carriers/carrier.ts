import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { CompiledPipeline } from '@quarry/pipeline';
import type { Turn, TurnEnd, TurnEvent, TurnEventBody, TurnPatch } from '@quarry/turn';
import type { DeadLetters } from './dead-letters';
import type { EvidencePieces } from './evidence-pieces';
import type { Target } from './target';

export type { Target } from './target';

/** A hop's job: which turn, and which version of it the hop works on. */
export interface HopJob {
  readonly t: string;
  readonly v: number;
}

export type Claim =
  | {
      readonly kind: 'claimed';
      readonly fence: number;
      /** Which attempt of the version this is, from 1; those that were handed back are none. */
      readonly attempt: number;
      /** How many of those before were its own failure: it threw, as far as that is known. */
      readonly failures: number;
      readonly turn: Turn;
      readonly at: string;
    }
  /**
   * Nothing to do: another hop did it (`past`), the turn is over (`terminal`), the claim itself ended it (`poison`, `expired`, `cancelled`), or its
   * document is of a newer form than this process understands (`newer`): then it is left to one that does, and nothing is counted. Nor is it
   * where processes died with the hop before, and another such hop of this process must be over first (`later`).
   */
  | { readonly kind: 'past' | 'terminal' | 'poison' | 'expired' | 'cancelled' | 'newer' | 'later' };

/** `cancelled`: somebody cancelled the turn while the hop ran; it ended so, with what the hop had found. */
export type Commit = 'ok' | 'past' | 'terminal' | 'superseded' | 'too_large' | 'cancelled';

/** What a hop writes at its end, in one atomic step. */
export interface HopResult {
  /** Only the groups that changed. Its evidence is what is new or changed, by number; the rest of the turn's stays. */
  readonly patch: TurnPatch;
  /** What is new, changed or gone of the evidence, in the place of the patch's, which may then be all of the turn's. */
  readonly pieces?: EvidencePieces;
  /** Next owner, or the end of the turn. */
  readonly next: Target | TurnEnd;
  /** Where the turn ends: the step that it ended at, which need not be the one that the hop began with. */
  readonly at?: string;
  /** Events of the commit itself, after those that the hop emitted. */
  readonly events: readonly TurnEventBody[];
  /** The number of the first of them, as in {@link TurnLedger.emit}; unless it is said, they go behind the last event of the log. */
  readonly n?: number;
}

/** The worker's side of the hop protocol. Every call is idempotent; replies are codes, never exceptions, but for a store that cannot be reached. */
export interface TurnLedger {
  /**
   * Takes version `v` for one attempt: fence + 1, due moved on. Ends the turn `failed` (poison) where `maxAttempts` of its attempts threw, or ended with a process that
   * worked on nothing else. Attempts that ended with a process that had other hops in hand do not count: after `maxAttempts` − 1 of them, the hop runs alone. In one
   * process, which cannot die without its turns, each attempt counts.
   */
  claim(turnId: string, v: number): Promise<Claim>;
  /** Commits a hop: writes the patch, v + 1, events, and adds the next job or sets the end, all or nothing. */
  advance(turnId: string, v: number, fence: number, result: HopResult): Promise<Commit>;
  /** Appends events of a running attempt; `n` is the number of the first of them: they are counted from 1 within the attempt. */
  emit(
    turnId: string,
    v: number,
    fence: number,
    n: number,
    ...bodies: readonly TurnEventBody[]
  ): Promise<'ok' | 'superseded'>;
  /** Is this attempt still the one that may go on? False once the turn ended, was cancelled, or another attempt took over. */
  holds(turnId: string, v: number, fence: number): Promise<boolean>;
  /** Calls back when somebody asks for the turn to be cancelled, as far as that is heard of here: `holds` knows. Gives what ends it. */
  watch(turnId: string, changed: () => void): () => void;
  /**
   * Ends an attempt that is to count as none, and that has or has not told anything: the job's next delivery begins another one. False where the attempt does not hold the turn, or nobody
   * else could take it over.
   */
  giveBack(turnId: string, v: number, fence: number, told: boolean): Promise<boolean>;
  /** The watchdog's round: adds lost jobs again, revives failed ones, ends expired turns. Returns how many turns it helped. */
  reap(now?: number): Promise<number>;
}

export interface TurnView {
  readonly turn: Turn;
  readonly v: number;
  readonly at: string;
  readonly status: 'running' | 'ended';
  /** Set where its asker has deleted it: it is still here for those who deal with ended turns, and for nobody else. */
  readonly hidden?: true;
}

/** The gateway's side. */
export interface TurnDoor {
  /** Accepts a turn: state, first event, due entry and entry job in one atomic step. The same id or the same key again is harmless. */
  start(
    turn: Turn,
    entry: Target,
    idempotencyKey?: string,
  ): Promise<{ readonly turnId: string; readonly existing: boolean }>;
  /** The turn that an idempotency key of a tenant began; null where none did, or where the key is forgotten. */
  begunWith(tenant: string, idempotencyKey: string): Promise<string | null>;
  /**
   * Ends a running turn as `cancelled`; false where it was over or unknown. A hop that runs is asked first, so that what it has found is kept; resolves
   * when the turn has ended, at the latest after {@link CANCEL_GRACE_MS}.
   */
  cancel(turnId: string): Promise<boolean>;
  read(turnId: string): Promise<TurnView | null>;
  /** The turn's log after `after` (an event id), then live, until `turn.finished` or the signal. Unknown turn: nothing. */
  events(
    turnId: string,
    options?: { readonly after?: string; readonly signal?: AbortSignal },
  ): AsyncIterable<TurnEvent>;
  /** Turns of a tenant that the carrier still knows, newest first; those that measure a pipeline are not listed. */
  recent(
    tenant: string,
    limit: number,
    options?: {
      /** Only those that run, or that nobody has dealt with since they ended (see `EndedTurns`). */
      readonly unsettled?: boolean;
    },
  ): Promise<readonly TurnView[]>;
  /** Marks an ended turn as deleted: it is listed no more, and `read` says `hidden`. False where it runs or is unknown. */
  hide(tenant: string, turnId: string): Promise<boolean>;
}

/** Published pipelines, by `name@digest`. A turn keeps the digest that it began with. */
export interface PipelineShelf {
  publish(pipeline: CompiledPipeline): Promise<void>;
  find(ref: string): Promise<CompiledPipeline | null>;
}

/** How the queue of one service stands. */
export interface QueueState {
  readonly service: string;
  /** Hops that wait for a worker. */
  readonly waiting: number;
  /** Hops that run, in whatever process. */
  readonly active: number;
  /** Hops that pause before they are delivered again. */
  readonly delayed: number;
  /** Jobs whose every delivery threw. */
  readonly failed: number;
  /** Milliseconds since the hop that waits longest was queued; 0 where none waits. */
  readonly oldestMs: number;
}

/** For people and machines that watch over a carrier. */
export interface CarrierGauges {
  /** How the queues of these services stand, in that order, whether or not this process runs them. */
  queues(services: readonly string[]): Promise<readonly QueueState[]>;
  /** Share of its memory limit that the carrier's server uses, 0 to 1; null where there is no limit. */
  memoryRatio(): Promise<number | null>;
}

/**
 * Turns that have ended and are still to be dealt with: archived, accounted for, told to webhooks. A turn is put here by the same atomic step that
 * ends it, in whatever process and way, and stays until it is settled, or as long as its document is kept.
 */
export interface EndedTurns {
  /**
   * Ids of up to `limit` ended turns, longest waiting first. Each is lent for `leaseMs` milliseconds to the one who takes it; unless it is settled by
   * then, it is handed out again.
   */
  takeEnded(limit: number, leaseMs: number): Promise<readonly string[]>;
  /** Everything was done for this turn. Harmless where it was settled before. */
  settleEnded(turnId: string): Promise<void>;
}

/** What of a turn that has ended is counted. */
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

/** Told of each turn that a carrier ends, by whatever way, in the process that ended it. */
export type OnTurnEnd = (turn: CountedTurn) => void;

/** `memory`: within one process, which nothing outlives; `embedded`: the same, noted in a file; `bullmq`: over Redis, between processes. */
export type CarrierKind = (typeof CARRIER_KINDS)[number];
export const CARRIER_KINDS = ['memory', 'embedded', 'bullmq'] as const;

/** One way of passing turns from service to service. */
export interface Carrier extends TurnLedger, TurnDoor, PipelineShelf, CarrierGauges, EndedTurns, DeadLetters {
  readonly kind: CarrierKind;
  /** Delivers `HopJob`s to handlers declared with `@EventPattern(<service>, QUARRY_TRANSPORT)`; one queue a service. */
  transport(): CustomTransportStrategy;
  /** Can turns be accepted now? Gives what is worth a warning. @throws Fault that says why not */
  check(): Promise<readonly string[]>;
  /**
   * Where turns go on in the next process on the same file: lets running hops end, hands back those that do not, and ends every log that is followed with `turn.suspended`.
   * Nothing where other processes go on with them, or none does.
   */
  suspend(): Promise<void>;
  close(): Promise<void>;
}

/** Limits of the hop protocol (engine.md). */
export interface CarrierLimits {
  /** Attempts of a hop that throw before its turn ends, and processes that may die of a hop that they ran alone. */
  readonly maxAttempts: number;
  /** Milliseconds that a hop may take. */
  readonly hopBudgetMs: number;
  /** The watchdog looks after a running turn so often, in milliseconds: a job that was lost is added again within that time. */
  readonly lookEveryMs: number;
  /** UTF-8 bytes of one group of a patch, or of one piece of evidence. */
  readonly maxGroupBytes: number;
  readonly maxTurnBytes: number;
  readonly maxHops: number;
  /** Time to live of an ended turn, and of a failed one. */
  readonly endedTtlMs: number;
  readonly failedTtlMs: number;
}

/** How long a running hop has, in milliseconds, to end a cancelled turn with what it has found. */
export const CANCEL_GRACE_MS = 1_000;

export const DEFAULT_LIMITS: CarrierLimits = {
  maxAttempts: 3,
  hopBudgetMs: 120_000,
  lookEveryMs: 30_000,
  maxGroupBytes: 256 * 1024,
  maxTurnBytes: 1024 * 1024,
  // Four passes of an extraction, each with four replies of two models and what serves them, are about 90.
  maxHops: 160,
  endedTtlMs: 15 * 60_000,
  failedTtlMs: 24 * 3_600_000,
};

/** Transport id that hop handlers are declared with. */
export const QUARRY_TRANSPORT = Symbol('quarry');
