import { Fault, type Turn } from '@quarry/turn';
import { DEFAULT_LIMITS } from './carriers/carrier';
import { patiently } from './carriers/within';
import { whenAborted } from './when-aborted';

/** How often a running attempt asks whether it still holds its turn, should it not be told that somebody cancels it. */
const HOLD_CHECK_MS = 1_000;

/** How long work that was stopped may take to end by itself, in milliseconds. */
const SETTLE_MS = 250;

/** An attempt ends so long before the turn's deadline, as a share of its whole time and in milliseconds at most: its end must still be written. */
const END_IN_TIME = { share: 0.02, mostMs: 1_000 } as const;

/** What may stop an attempt. */
export interface HopStops {
  /** False once the turn is cancelled, or another attempt's. @throws where that cannot be known just now */
  holds(): Promise<boolean>;
  /** Calls back where that may have changed; gives what ends the watch. */
  watch(changed: () => void): () => void;
  /** Fires when this process ends and waits no longer. */
  readonly leaving?: AbortSignal | undefined;
  /** The step that runs now. */
  step(): string;
}

/** Whether and why an attempt is to stop: its time is over, it lost its turn, or its process ends. */
export class HopStop {
  /** The turn was cancelled, or is another attempt's: nothing of this one is written. */
  superseded = false;
  /** Set where this process ends and the attempt is to be handed back. */
  left = false;
  /** Set once the time of the attempt is over. */
  timedOut: Fault | null = null;
  readonly began = performance.now();
  /** When the attempt's time is over, by `performance.now()`: what a hop measures goes on evenly where somebody sets the clock. */
  readonly endsAt: number;
  private readonly expiresAt: number;
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private committing = false;
  /** What rejects {@link unlessStopped} while it waits. */
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

  /** Another attempt, or nobody, owns the turn now: whatever runs is to stop, and nothing of it is written. */
  lose(): void {
    if (this.committing) return;
    this.superseded = true;
    this.stop(new Fault('cancelled', 'The turn was cancelled, or another attempt took over.'));
  }

  /** The attempt writes its end: from here on its time may run out, and nothing else stops it. */
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
    this.stop(new Fault('cancelled', 'This process ends: the step begins again in another one.'));
  }

  private stop(why: Fault): void {
    this.abort.abort(why);
    this.stopped();
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
          `Step '${this.by.step()}' took longer than the ${Math.round(budgetMs / 1000)} s that were left.`,
        );
        this.abort.abort(this.timedOut);
      },
      Math.max(0, Math.min(HOLD_CHECK_MS, leftMs)),
    );
  }

  private checkHold(): void {
    // A store that cannot be reached just now says nothing about the turn.
    this.by.holds().then(
      (held) => {
        if (!held) this.lose();
      },
      () => undefined,
    );
  }
}
