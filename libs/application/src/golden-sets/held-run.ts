import type { GoldenRun, RunRow } from '@quarry/golden-store';
import type { HeldLease } from '@quarry/lease';
import type { Clock, Fault } from '@quarry/turn';
import { over } from './run-ends';
import { summaryOf } from './summary';

/** A leased run while a runner works on it: collects rows, and saves them for as long as the lease lasts. */
export class HeldRun {
  private readonly rows: RunRow[];
  private saved: number;

  constructor(
    private readonly lease: HeldLease<GoldenRun>,
    private readonly clock: Clock = Date,
  ) {
    this.rows = [...lease.value.rows];
    this.saved = this.rows.length;
  }

  /** The run as it was last saved. */
  get run(): GoldenRun {
    return this.lease.value;
  }

  /** Aborts when the run was cancelled or deleted, or another runner has it. */
  get lost(): AbortSignal {
    return this.lease.lost;
  }

  add(row: RunRow): void {
    this.rows.push(row);
  }

  /**
   * Saves new rows and extends the lease every `everyMs` milliseconds, until `ended` aborts or the run is lost.
   * @returns the fault that prevented the lease from being extended; null otherwise
   */
  keep(everyMs: number, ended: AbortSignal): Promise<Fault | null> {
    return this.lease.keep(() => this.save(), { everyMs, ended });
  }

  /** Saves new rows, and extends the lease if a third of it has passed. */
  async save(): Promise<void> {
    const rows = this.rows.length;
    if (rows === this.saved && !this.lease.isDue) return;
    await this.lease.update((run) => this.withRows(run));
    this.saved = rows;
  }

  /**
   * Returns the run with its rows. @param willingly true: it does not count towards the permitted interruptions of a
   * run
   */
  release(willingly: boolean): Promise<void> {
    return this.lease.release((run) => {
      const next = this.withRows(run);
      return { ...next, claims: willingly ? 0 : next.claims };
    });
  }

  finish(): Promise<void> {
    return this.lease.release((run) => {
      const next = { ...this.withRows(run), summary: summaryOf(run.pipelines, this.rows) };
      return over(next, { status: 'finished', reason: null, now: this.clock.now() });
    });
  }

  fail(reason: string): Promise<void> {
    return this.lease.release((run) =>
      over(this.withRows(run), { status: 'failed', reason, now: this.clock.now() }),
    );
  }

  /** A new row shows that the run makes progress: earlier interruptions no longer count. */
  private withRows(run: GoldenRun): GoldenRun {
    const claims = this.rows.length > this.saved ? 0 : run.claims;
    return { ...run, rows: [...this.rows], done: this.rows.length, claims };
  }
}
