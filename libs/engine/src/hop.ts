import { priceOf, type PipelineSettings } from '@quarry/pipeline';
import {
  checkCitations,
  currentPass,
  Fault,
  type FaultCode,
  type ModelCall,
  type Turn,
  type TurnEnd,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import type { ActionResult } from './action';
import { protocolEnds } from './carriers/ends';
import { DEFAULT_LIMITS, type Claim, type HopJob, type Target, type TurnLedger } from './carriers/carrier';
import { patiently } from './carriers/within';
import type { HopOutcome } from './hop-observer';

/** Faults of a store that is away. */
export const AWAY: ReadonlySet<FaultCode> = new Set(['store_unavailable', 'redis_unavailable']);

/** A hop that took so long commits what it has, even where its own service goes on: several slow model calls need not fit one hop. */
const LONG_HOP_MS = DEFAULT_LIMITS.hopBudgetMs / 4;

/** How often a running attempt asks whether it still holds its turn, should it not be told that somebody cancels it. */
const HOLD_CHECK_MS = 1_000;

/** How long work that was stopped may take to end by itself, in milliseconds. */
const SETTLE_MS = 250;

/** An attempt ends so long before the turn's deadline, as a share of its whole time and in milliseconds at most: its end must still be written. */
const END_IN_TIME = { share: 0.02, mostMs: 1_000 } as const;

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/** One claimed attempt: the working copy of the turn, its patch, its events and its abort signal. */
export class Hop {
  turn: Turn;
  /** Id of the step that runs now. */
  running: string;
  superseded = false;
  /** Set where this process ends and the attempt is to be handed back. */
  left = false;
  /** Set once the time of the attempt is over. */
  timedOut: Fault | null = null;
  /** The end that it gave its turn. */
  end: TurnEnd | null = null;
  private written: HopOutcome = 'retried';
  /** When the attempt's time is over, by `performance.now()`: what a hop measures goes on evenly where somebody sets the clock. */
  readonly endsAt: number;
  private readonly expiresAt: number;
  private patch: TurnPatch = {};
  /** What the step that runs has written of the answer, and the model calls that it has made. */
  private text = '';
  private calls: ModelCall[] = [];
  private settings: Readonly<PipelineSettings> | undefined;
  private committing = false;
  private events = 0;
  /** Events of the step that has just ended, which its commit carries; where the hop goes on, they are emitted before the next step runs. */
  private pending: TurnEventBody[] = [];
  private readonly carrierErrors = new WeakSet<object>();
  private readonly began = performance.now();
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** What rejects {@link unlessStopped} while it waits. */
  private stopped: () => void = () => undefined;
  private readonly unwatch: () => void;
  private readonly leave = (): void => {
    if (this.committing) return;
    this.left = true;
    this.abort.abort(new Fault('cancelled', 'This process ends: the step begins again in another one.'));
    this.stopped();
  };

  constructor(
    private readonly job: HopJob,
    private readonly claim: Claimed,
    private readonly ledger: TurnLedger,
    private waitedMs: number | null = null,
    private readonly leaving?: AbortSignal,
  ) {
    this.turn = claim.turn;
    this.running = claim.at;
    const { askedAt, deadline } = claim.turn;
    const reserve = Math.min(END_IN_TIME.mostMs, END_IN_TIME.share * (deadline - askedAt));
    const leftMs = deadline - Date.now();
    const budget = Math.min(DEFAULT_LIMITS.hopBudgetMs, leftMs - reserve);
    this.endsAt = this.began + budget;
    this.expiresAt = this.began + leftMs;
    this.look(budget);
    this.unwatch = this.ledger.watch(job.t, () => this.checkHold());
    leaving?.addEventListener('abort', this.leave, { once: true });
    if (leaving?.aborted) this.leave();
  }

  /** A step begins: nothing was written or called in it so far. */
  begin(step: string, settings: Readonly<PipelineSettings>): void {
    this.running = step;
    this.settings = settings;
    this.text = '';
    this.calls = [];
  }

  /** A model call of the step that runs has ended, in whatever way. */
  called(call: ModelCall): void {
    this.calls.push(call);
  }

  /** Runs work until its end, or until the attempt is to stop; the work may go on, unheard. @throws what it was stopped with */
  unlessStopped(work: Promise<void>): Promise<void> {
    return new Promise((done, failed) => {
      work.then(done, failed);
      this.stopped = (): void => {
        const settled = work.catch(() => undefined);
        // Whoever heeds the signal says first what it has done.
        void patiently(SETTLE_MS, settled).then(() => failed(this.signal.reason as Error));
      };
      if (this.left || this.superseded) this.stopped();
    });
  }

  /** Waits until the attempt's time is over; until then it asks now and then whether it still holds its turn. */
  private look(budgetMs: number): void {
    const leftMs = this.endsAt - performance.now();
    this.timer = setTimeout(
      () => {
        if (leftMs > HOLD_CHECK_MS) {
          this.checkHold();
          this.look(budgetMs);
          return;
        }
        this.timedOut = new Fault(
          'deadline',
          `Step '${this.running}' took longer than the ${Math.round(budgetMs / 1000)} s that were left.`,
        );
        this.abort.abort(this.timedOut);
      },
      Math.max(0, Math.min(HOLD_CHECK_MS, leftMs)),
    );
  }

  private checkHold(): void {
    // A store that cannot be reached just now says nothing about the turn.
    this.ledger.holds(this.job.t, this.job.v, this.claim.fence).then(
      (held) => {
        if (!held) this.lose();
      },
      () => undefined,
    );
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
    const more = {
      loops: done.loops,
      modelCalls: spent.modelCalls + made.length,
      inputTokens: made.reduce((sum, call) => sum + call.inputTokens, spent.inputTokens),
      outputTokens: made.reduce((sum, call) => sum + call.outputTokens, spent.outputTokens),
      calls: [...spent.calls, ...made],
    };
    const free = made.length === 0 && done.loops === spent.loops;
    const patch: TurnPatch = { ...result.patch, ...(free ? {} : { spent: more }) };
    this.patch = { ...this.patch, ...patch };
    this.turn = { ...this.turn, ...patch };
    this.text = '';
    this.calls = [];
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
    for (const body of bodies) if (body.type === 'answer.delta') this.text += body.text;
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
    if (this.committing) return;
    this.superseded = true;
    this.abort.abort(new Fault('cancelled', 'The turn was cancelled, or another attempt took over.'));
    this.stopped();
  }

  async commit(next: Target | TurnEnd): Promise<void> {
    this.committing = true;
    const patch = 'outcome' in next ? { ...this.patch, end: next } : this.patch;
    const at = 'outcome' in next ? { at: this.running } : {};
    const result = { patch, next, events: this.pending, n: this.events + 1, ...at };
    const reply = await this.ledger.advance(this.job.t, this.job.v, this.claim.fence, result);
    const failed = reply === 'too_large' || ('outcome' in next && next.outcome === 'failed');
    if (reply === 'ok' || reply === 'too_large') {
      this.written = failed ? 'failed' : 'committed';
      if ('outcome' in next) this.end = next;
    } else this.written = 'superseded';
  }

  /**
   * After the attempt was stopped: where that is because somebody cancelled the turn, it ends so, and keeps what the steps had found, what was written of the
   * answer, and what model calls were made. Where another attempt holds the turn, or it is over, nothing of this one is written.
   */
  async keep(): Promise<void> {
    const text = this.text.trim();
    this.pay();
    if (text !== '') {
      const { evidence, spent } = this.turn;
      const writtenBy = spent.calls.at(-1)?.model ?? '';
      const pass = currentPass(this.turn);
      const answer = { english: text, text, citations: [], removedCitations: [], writtenBy, pass };
      this.patch = { ...this.patch, answer: checkCitations(answer, evidence) };
    }
    await this.commit(protocolEnds(DEFAULT_LIMITS).cancelled);
  }

  /** The calls of a step that did not come to its end are paid for as well. */
  private pay(): void {
    const { calls, settings } = this;
    if (calls.length === 0 || !settings) return;
    this.calls = [];
    this.apply({ outcome: '', usage: calls }, { step: this.running, loops: this.turn.spent.loops, settings });
  }

  /** Hands the attempt back, so that it counts as none. False where it cannot be. */
  giveBack(): Promise<boolean> {
    return this.ledger.giveBack(this.job.t, this.job.v, this.claim.fence, this.events > 0);
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
    this.unwatch();
    this.leaving?.removeEventListener('abort', this.leave);
  }
}
