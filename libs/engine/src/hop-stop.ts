import { Fault, type Turn } from '@quarry/turn';
import { DEFAULT_LIMITS } from './carriers/carrier';
import { patiently } from './carriers/within';
import { whenAborted } from './when-aborted';

/** Interval at which a running attempt checks that it still holds its turn, in case it misses a cancellation. */
const HOLD_CHECK_MS = 1_000;

/** Milliseconds that stopped work has to end by itself. */
const SETTLE_MS = 250;

/**
 * An attempt ends this long before the turn's deadline, as a share of the turn's total time and at most in
 * milliseconds, because its end must still be written.
 */
const END_IN_TIME = { share: 0.02, mostMs: 1_000 } as const;

/** What may stop an attempt. */
export interface HopStops {
  /** False once the turn is cancelled, or held by another attempt. @throws if that is unknown at the moment */
  holds(): Promise<boolean>;
  /** Calls back when that may have changed. Returns a function that ends the watch. */
  watch(changed: () => void): () => void;
  /** Aborts when this process shuts down and no longer waits. */
  readonly leaving?: AbortSignal | undefined;
  /** The running step. */
  step(): string;
}

/** Whether and why an attempt must stop: its time is over, it lost its turn, or its process shuts down. */
export class HopStop {
  /** The turn was cancelled, or is held by another attempt: nothing of this one is written. */
  superseded = false;
  /** True if this process shuts down and the attempt must be handed back. */
  left = false;
  /** Set once the time of the attempt is over. */
  timedOut: Fault | null = null;
  readonly began = performance.now();
  /** When the attempt's time is over, by `performance.now()`, which is monotonic even if the clock is set. */
  readonly endsAt: number;
  private readonly expiresAt: number;
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private committing = false;
  /** Rejects {@link unlessStopped} while it waits. */
  private stopped: () => void = () => undefined;
  private readonly unwatch: () => void;
  private readonly stay: (() => void) | undefined;

  constructor(
    { askedAt, deadline }: Pick<Turn, 'askedAt' | 'deadline'>,
    private readonly by: HopStops,
  ) {
    const reserve = Math.min(END_IN_TIME.mostMs, END_IN_TIME.share * (deadline - askedAt));
    const leftMs = deadline - Date.now();
    const budget = Math.min(DEFAULT_LIMITS.hopBudgetMs, leftMs - reserve);
    this.endsAt = this.began + budget;
    this.expiresAt = this.began + leftMs;
    this.look(budget);
    this.unwatch = by.watch(() => this.checkHold());
    this.stay = by.leaving && whenAborted(by.leaving, () => this.leave());
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** True once the turn's own deadline has passed. */
  get expired(): boolean {
    return performance.now() >= this.expiresAt;
  }

  /**
   * Runs work until its end, or until the attempt must stop; then the work may continue, and its result is ignored.
   * @throws the reason for the stop
   */
  unlessStopped(work: Promise<void>): Promise<void> {
    return new Promise((done, failed) => {
      work.then(done, failed);
      this.stopped = (): void => {
        const settled = work.catch(() => undefined);
        // Work that handles the signal has time to record what it did.
        void patiently(SETTLE_MS, settled).then(() => failed(this.signal.reason as Error));
      };
      if (this.left || this.superseded) this.stopped();
    });
  }

  /** Another attempt owns the turn now, or none does: running work must stop, and nothing of it is written. */
  lose(): void {
    if (this.committing) return;
    this.superseded = true;
    this.stop(new Fault('cancelled', 'The turn was cancelled, or another attempt took over.'));
  }

  /** The attempt writes its end: from now on, only the timeout can stop it. */
  commits(): void {
    this.committing = true;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.unwatch();
    this.stay?.();
  }

  private leave(): void {
    if (this.committing) return;
    this.left = true;
    this.stop(new Fault('cancelled', 'This process is shutting down: another one starts the step again.'));
  }

  private stop(why: Fault): void {
    this.abort.abort(why);
    this.stopped();
  }

  /** Waits until the attempt's time is over, and periodically checks that it still holds its turn. */
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
          `Step '${this.by.step()}' took longer than the ${Math.round(budgetMs / 1000)} s that remained.`,
        );
        this.abort.abort(this.timedOut);
      },
      Math.max(0, Math.min(HOLD_CHECK_MS, leftMs)),
    );
  }

  private checkHold(): void {
    // An unreachable store says nothing about the turn.
    this.by.holds().then(
      (held) => {
        if (!held) this.lose();
      },
      () => undefined,
    );
  }
}
