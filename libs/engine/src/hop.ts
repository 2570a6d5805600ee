import { priceOf, type PipelineSettings } from '@quarry/pipeline';
import {
  checkCitations,
  Fault,
  type FaultCode,
  type Turn,
  type TurnEnd,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import type { ActionResult } from './action';
import { DEFAULT_LIMITS, type Claim, type HopJob, type Target, type TurnLedger } from './carriers/carrier';
import type { HopOutcome } from './hop-observer';

/** Faults of a store that is away. */
export const AWAY: ReadonlySet<FaultCode> = new Set(['store_unavailable', 'redis_unavailable']);

/** A hop that took so long commits what it has, even where its own service goes on: several slow model calls need not fit one hop. */
const LONG_HOP_MS = DEFAULT_LIMITS.hopBudgetMs / 4;

/** How often a running attempt asks whether it still holds its turn: a cancel reaches a silent model call within this time. */
const HOLD_CHECK_MS = 1_000;

/** An attempt ends so long before the turn's deadline, as a share of its whole time and in milliseconds at most: its end must still be written. */
const END_IN_TIME = { share: 0.02, mostMs: 1_000 } as const;

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/** One claimed attempt: the working copy of the turn, its patch, its events and its abort signal. */
export class Hop {
  turn: Turn;
  /** Id of the step that runs now. */
  running: string;
  superseded = false;
  /** Set once the time of the attempt is over. */
  timedOut: Fault | null = null;
  /** The end that it gave its turn. */
  end: TurnEnd | null = null;
  private written: HopOutcome = 'retried';
  /** When the attempt's time is over, by `performance.now()`: what a hop measures goes on evenly where somebody sets the clock. */
  readonly endsAt: number;
  private readonly expiresAt: number;
  private patch: TurnPatch = {};
  private events = 0;
  /** Events of the step that has just ended, which its commit carries; where the hop goes on, they are emitted before the next step runs. */
  private pending: TurnEventBody[] = [];
  private readonly carrierErrors = new WeakSet<object>();
  private readonly began = performance.now();
  private readonly abort = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly holdCheck: NodeJS.Timeout;

  constructor(
    private readonly job: HopJob,
    private readonly claim: Claimed,
    private readonly ledger: TurnLedger,
    private waitedMs: number | null = null,
  ) {
    this.turn = claim.turn;
    this.running = claim.at;
    const { askedAt, deadline } = claim.turn;
    const reserve = Math.min(END_IN_TIME.mostMs, END_IN_TIME.share * (deadline - askedAt));
    const leftMs = deadline - Date.now();
    const budget = Math.min(DEFAULT_LIMITS.hopBudgetMs, leftMs - reserve);
    this.endsAt = this.began + budget;
    this.expiresAt = this.began + leftMs;
    this.timer = setTimeout(
      () => {
        this.timedOut = new Fault(
          'deadline',
          `Step '${this.running}' took longer than the ${Math.round(budget / 1000)} s that were left.`,
        );
        this.abort.abort(this.timedOut);
      },
      Math.max(0, budget),
    );
    this.holdCheck = setInterval(() => {
      // A store that cannot be reached just now says nothing about the turn.
      this.ledger.holds(this.job.t, this.job.v, this.claim.fence).then(
        (held) => {
          if (!held) this.lose();
        },
        () => undefined,
      );
    }, HOLD_CHECK_MS);
  }

  /** How long the hop was in its queue, for the first of its steps to say; nothing where that is not known, or said. */
  tellWaited(): { readonly waitedMs?: number } {
    const { waitedMs } = this;
    this.waitedMs = null;
    return waitedMs === null ? {} : { waitedMs };
  }

  /** How the attempt ended, once it has. */
  get result(): HopOutcome {
    return this.superseded ? 'superseded' : this.written;
  }

  /** Milliseconds since it began. */
  get ms(): number {
    return Math.round(performance.now() - this.began);
  }

  get at(): string {
    return this.claim.at;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** How many events were emitted so far. */
  get emitted(): number {
    return this.events;
  }

  /** True for an error that the carrier threw when it was to emit an event: no store's, though the store may be on the same server. */
  isCarriers(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.carrierErrors.has(error);
  }

  get isLong(): boolean {
    return this.ms > LONG_HOP_MS;
  }

  get expired(): boolean {
    return performance.now() >= this.expiresAt;
  }

  apply(
    result: ActionResult,
    done: {
      readonly step: string;
      readonly loops: number;
      readonly settings: Readonly<PipelineSettings>;
    },
  ): void {
    const made = (result.usage ?? []).map((call) => ({
      step: done.step,
      ...call,
      cost: priceOf(call, done.settings.prices),
    }));
    const { spent } = this.turn;
    const patch: TurnPatch = {
      ...result.patch,
      spent: {
        loops: done.loops,
        modelCalls: spent.modelCalls + made.length,
        inputTokens: made.reduce((sum, call) => sum + call.inputTokens, spent.inputTokens),
        outputTokens: made.reduce((sum, call) => sum + call.outputTokens, spent.outputTokens),
        calls: [...spent.calls, ...made],
      },
    };
    this.patch = { ...this.patch, ...patch };
    this.turn = { ...this.turn, ...patch };
  }

  /** Events that are not urgent: they go with the commit, or with the next call of {@link tell}. */
  note(...bodies: readonly TurnEventBody[]): void {
    this.pending.push(...bodies);
  }

  /** Emits what was noted, all at once. */
  async tell(): Promise<void> {
    const bodies = this.pending;
    this.pending = [];
    if (bodies.length > 0) await this.emit(...bodies);
  }

  async emit(...bodies: readonly TurnEventBody[]): Promise<void> {
    const first = this.events + 1;
    this.events += bodies.length;
    const sent = this.ledger.emit(this.job.t, this.job.v, this.claim.fence, first, ...bodies);
    const reply = await sent.catch((error: unknown) => {
      if (typeof error === 'object' && error !== null) this.carrierErrors.add(error);
      throw error;
    });
    if (reply === 'ok') return;
    this.lose();
    this.abort.signal.throwIfAborted();
  }

  /** Another attempt, or nobody, owns the turn now: whatever runs is to stop, and nothing of it is written. */
  private lose(): void {
    this.superseded = true;
    this.abort.abort(new Fault('cancelled', 'The turn was cancelled, or another attempt took over.'));
  }

  async commit(next: Target | TurnEnd): Promise<void> {
    const patch = 'outcome' in next ? { ...this.patch, end: next } : this.patch;
    const result = { patch, next, events: this.pending, ...('outcome' in next ? { at: this.running } : {}) };
    const reply = await this.ledger.advance(this.job.t, this.job.v, this.claim.fence, result);
    const failed = reply === 'too_large' || ('outcome' in next && next.outcome === 'failed');
    if (reply === 'ok' || reply === 'too_large') {
      this.written = failed ? 'failed' : 'committed';
      if ('outcome' in next) this.end = next;
    } else this.written = 'superseded';
  }

  /**
   * Ends the turn `failed`. What the interrupted steps had found so far is kept. Where time is over, or a store stays away, and there is an
   * answer, that of an earlier pass or one that was still being checked, it ends in that one, with outcome `budget` or `partial`; history does not keep it.
   */
  async fail(fault: Fault): Promise<void> {
    const { answer, evidence } = this.turn;
    const late = fault.code === 'deadline';
    if (!answer || !(late || AWAY.has(fault.code)))
      return this.commit({ outcome: 'failed', reason: fault.message, code: fault.code });
    const after = answer.pass === undefined ? '' : ` after pass ${answer.pass}`;
    const reason = `${fault.message} This is the best answer so far${after}.`;
    this.patch = {
      ...this.patch,
      answer: checkCitations(answer, evidence),
      stop: this.turn.stop ?? { rule: late ? 'deadline' : 'store_away', reason },
    };
    await this.commit({ outcome: late ? 'budget' : 'partial', reason });
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearInterval(this.holdCheck);
  }
}
