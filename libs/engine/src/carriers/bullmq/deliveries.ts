import { raw2NextJobData, type Job } from 'bullmq';
import type { Claim, HopJob } from '../carrier';
import { Alone } from './alone';

/** To be told of each turn that a script ended. */
export type EndOfTurn = (turnId: string) => void;

/** What the script that claims replies: a code alone, or a claim with the turn's fields. */
export type ClaimReply =
  | readonly [
      'claimed',
      fence: number,
      attempt: number,
      hash: readonly string[] | null,
      now: number,
      failures: number,
    ]
  /** `alone`: the hop may run where its process works on nothing else; nothing was claimed. */
  | readonly ['alone']
  | readonly [Exclude<Claim['kind'], 'claimed'>];

/**
 * BullMQ's job fields, its id, for how long the queue is limited, and in how many milliseconds the next delayed job is due; behind them whether the queue is
 * empty now, and what was claimed with the job.
 */
type Taken = [
  fields: unknown,
  job: unknown,
  limit: number,
  dueIn: number,
  last?: 0 | 1,
  claim?: ClaimReply,
  turnId?: string,
  v?: number,
];

/** What became of a job that a commit was to end: it was left alone, it was ended, or it was ended and another one taken. */
export type EndReply = Taken | 0 | null;

/** A next job as BullMQ's worker takes it over; empty where there is none. */
export type NextJob = ReturnType<typeof raw2NextJobData>;

/** A job is its worker's own for so long, in milliseconds, unless the worker says that it still works on it. */
export const LOCK_MS = 5_000;

export type HopBullJob = Job<Partial<HopJob> | null, null>;

/** A job that BullMQ has delivered to this process, and that is not done yet. */
export interface Delivered {
  readonly service: string;
  readonly job: HopBullJob;
  readonly token: string;
  /** Asked just before the job is ended: may another one be taken in its place? */
  readonly mayFetch: () => boolean;
}

/**
 * What BullMQ delivers in this process. A claim that was made with the taking of a job is kept here until the hop asks for it, and a commit finds the
 * job that it is to end.
 */
export class Deliveries {
  /** What this process has in hand: nothing else, where a hop is to run alone. */
  readonly alone = new Alone();
  private readonly claims = new Map<string, ClaimReply>();
  private readonly open = new Map<string, Delivered>();
  /** Jobs that a commit has ended, and what BullMQ is to hear of the next one. */
  private readonly done = new WeakMap<object, NextJob>();

  private readonly emptied = new Set<string>();
  /** When the next delayed job of a queue is due, by `performance.now()`: that goes on evenly where somebody sets the clock. */
  private readonly dueAt = new Map<string, number>();

  constructor(private readonly onEnd: EndOfTurn) {}

  /** Runs a delivery; while it runs, a commit of its hop ends the job, too. */
  async during<T>(delivered: Delivered, work: () => Promise<T>): Promise<T> {
    const { t, v } = delivered.job.data ?? {};
    const hop = hopOf(t, v);
    this.open.set(hop, delivered);
    try {
      return await work();
    } finally {
      if (this.open.get(hop) === delivered) this.open.delete(hop);
      this.alone.done(delivered.job.id ?? hop);
      this.claims.delete(hop);
    }
  }

  /** A job that was taken, as BullMQ's worker takes it over. */
  taken(service: string, reply: Taken): NextJob {
    const [fields, id, limit, dueIn, last, claim, turnId, v] = reply;
    if (dueIn > 0) this.dueAt.set(service, performance.now() + dueIn);
    else this.dueAt.delete(service);
    if (last === 1) this.emptied.add(service);
    // The id of a hop's job is that of the hop.
    if (typeof id === 'string') this.alone.has(id, claim?.[0] === 'alone');
    if (claim && turnId !== undefined) {
      this.claims.set(hopOf(turnId, v), claim);
      if (hasEnded(claim)) this.onEnd(turnId);
    }
    // BullMQ would compare the time with this process's clock.
    return raw2NextJobData([fields, id, limit, 0]);
  }

  /** The claim that was made of this hop, once. */
  claimOf(turnId: string, v: number): ClaimReply | undefined {
    const hop = hopOf(turnId, v);
    const claim = this.claims.get(hop);
    this.claims.delete(hop);
    return claim;
  }

  /** The job that brought this hop here. */
  of(turnId: string, v: number): Delivered | undefined {
    const delivered = this.open.get(hopOf(turnId, v));
    return delivered && !this.done.has(delivered.job) ? delivered : undefined;
  }

  /** To be told what a commit did to the job. */
  ended({ job, service }: Delivered, reply: EndReply | undefined): void {
    if (reply === null || reply === undefined) return;
    this.done.set(job, reply === 0 ? [] : this.taken(service, reply));
  }

  /**
   * True once after the last job of a queue was taken: BullMQ's worker looks for another one then, and need not, for whoever adds one marks the queue,
   * and the marker wakes a worker that waits.
   */
  wasEmptied(service: string): boolean {
    return this.emptied.delete(service);
  }

  /** Milliseconds until the next delayed job of a queue is due, as far as that is known here; below 0 where it is, without end where there is none. */
  untilDelayed(service: string): number {
    return (this.dueAt.get(service) ?? Infinity) - performance.now();
  }

  /** What follows a job that a commit has ended; undefined where it is still to be ended. */
  nextOf(job: object): NextJob | undefined {
    return this.done.get(job);
  }
}

/** True for a claim that has ended its turn. */
export function hasEnded([code]: ClaimReply): boolean {
  return code === 'poison' || code === 'expired' || code === 'cancelled';
}

/** A hop of this process, and the id of its job. */
export function hopOf(turnId: unknown, v: unknown): string {
  return `${String(turnId)}-${String(v)}`;
}
