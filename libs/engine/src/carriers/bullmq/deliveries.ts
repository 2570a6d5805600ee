import type { Turn } from '@quarry/turn';
import { raw2NextJobData, type Job } from 'bullmq';
import type { Claim, HopJob } from '../carrier';
import { Alone } from './alone';

/** Called with the id of each turn that a script ended. */
export type EndOfTurn = (turnId: string) => void;

/** Reply of the claim script: a code alone, or a claim with the turn's fields. */
export type ClaimReply =
  | readonly [
      'claimed',
      fence: number,
      attempt: number,
      hash: readonly string[] | null,
      now: number,
      failures: number,
    ]
  /** `alone`: the hop may run only while its process runs no other. Nothing was claimed. */
  | readonly ['alone']
  | readonly [Exclude<Claim['kind'], 'claimed'>];

/**
 * BullMQ's job fields, the job's id, how long the queue is rate-limited, and in how many milliseconds the next delayed
 * job is due; then whether the queue is now empty, and the claim that was made with the job.
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

/** The result for a job that a commit should end: not ended, ended, or ended and the next one taken. */
export type EndReply = Taken | 0 | null;

/** A next job in the format of BullMQ's worker; empty without a job. */
export type NextJob = ReturnType<typeof raw2NextJobData>;

/** Lock of a worker on its job, in milliseconds, unless the worker renews it. */
export const LOCK_MS = 5_000;

export type HopBullJob = Job<Partial<HopJob> | null, null>;

/** A job that BullMQ has delivered to this process and that is not done yet. */
export interface Delivered {
  readonly service: string;
  readonly job: HopBullJob;
  readonly token: string;
  /** Called just before the job is ended: may another one be taken in its place? */
  readonly mayFetch: () => boolean;
  /** How many hops of its turn ran here without a queue, this one included; 0 if a queue delivered it. */
  readonly streak?: number;
}

/** A claim that a hop of this process has. */
export type Claimed = Extract<Claim, { kind: 'claimed' }>;

/**
 * BullMQ's deliveries in this process. Keeps a claim that was made with the taking of a job until the hop asks for it,
 * and gives a commit the job to end.
 */
export class Deliveries {
  /** The jobs of this process; ensures that a suspect hop runs alone. */
  readonly alone = new Alone();
  private readonly claims = new Map<string, ClaimReply>();
  /** Claims that were made with the commit of the hop before, in this process. */
  private readonly handed = new Map<string, Claimed>();
  private readonly open = new Map<string, Delivered>();
  /** The turns of running hops, as they were claimed. */
  private readonly turns = new WeakMap<Delivered, Turn>();
  /** Jobs that a commit has ended, with the next job to report to BullMQ. */
  private readonly done = new WeakMap<object, NextJob>();

  private readonly emptied = new Set<string>();
  /** When the next delayed job of a queue is due, by `performance.now()`, which is monotonic. */
  private readonly dueAt = new Map<string, number>();

  constructor(private readonly onEnd: EndOfTurn) {}

  /** Runs a delivery. While it runs, a commit of its hop also ends the job. */
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
      this.handed.delete(hop);
    }
  }

  /** Registers a hop that was claimed with the commit of the one before. */
  handOver(turnId: string, v: number, claimed: Claimed): void {
    const hop = hopOf(turnId, v);
    this.handed.set(hop, claimed);
    this.alone.has(hop);
  }

  /** Removes and returns the claim of a hop that was handed over. */
  handedOver(turnId: string, v: number): Claimed | undefined {
    const hop = hopOf(turnId, v);
    const claimed = this.handed.get(hop);
    this.handed.delete(hop);
    return claimed;
  }

  /** True while the hop of a job that was handed over has not asked for its claim. */
  isHandedOver({ data }: HopBullJob): boolean {
    return this.handed.has(hopOf(data?.t, data?.v));
  }

  /** Remembers the turn that a running hop has claimed. */
  claimed(turnId: string, v: number, turn: Turn): void {
    const delivered = this.of(turnId, v);
    if (delivered) this.turns.set(delivered, turn);
  }

  /** The turn as its running hop claimed it. */
  turnOf(delivered: Delivered): Turn | undefined {
    return this.turns.get(delivered);
  }

  /** Registers a taken job, and returns it in the format of BullMQ's worker. */
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

  /** Removes and returns the claim of this hop. */
  claimOf(turnId: string, v: number): ClaimReply | undefined {
    const hop = hopOf(turnId, v);
    const claim = this.claims.get(hop);
    this.claims.delete(hop);
    return claim;
  }

  /** The job that delivered this hop. */
  of(turnId: string, v: number): Delivered | undefined {
    const delivered = this.open.get(hopOf(turnId, v));
    return delivered && !this.done.has(delivered.job) ? delivered : undefined;
  }

  /** Reports the effect of a commit on the job. */
  ended({ job, service }: Delivered, reply: EndReply | undefined): void {
    if (reply === null || reply === undefined) return;
    this.done.set(job, reply === 0 ? [] : this.taken(service, reply));
  }

  /**
   * True once after the last job of a queue was taken. BullMQ's worker would look for another one; that is unnecessary,
   * because adding a job sets a marker that wakes a waiting worker.
   */
  wasEmptied(service: string): boolean {
    return this.emptied.delete(service);
  }

  /**
   * Milliseconds until the next delayed job of a queue is due; negative if it is overdue, infinite if none is known
   * here.
   */
  untilDelayed(service: string): number {
    return (this.dueAt.get(service) ?? Infinity) - performance.now();
  }

  /** The job after one that a commit has ended; undefined if the job must still be ended. */
  nextOf(job: object): NextJob | undefined {
    return this.done.get(job);
  }
}

/** True for a claim that has ended its turn. */
export function hasEnded([code]: ClaimReply): boolean {
  return code === 'poison' || code === 'expired' || code === 'cancelled';
}

/** A hop of this process: the id of its job. */
export function hopOf(turnId: unknown, v: unknown): string {
  return `${String(turnId)}-${String(v)}`;
}
