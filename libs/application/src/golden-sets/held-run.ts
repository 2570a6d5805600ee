import type { GoldenRun, GoldenStore, RunRow } from '@quarry/golden-store';
import { toFault, type Clock } from '@quarry/turn';
import { LEASE_MS } from './claim';
import { over } from './run-ends';
import { summaryOf } from './summary';

/** A claimed run on its way: gathers rows, and saves them for as long as the claim holds. */
export class HeldRun {
  private readonly rows: RunRow[];
  private unsaved = 0;
  private readonly end = new AbortController();

  constructor(
    private readonly store: GoldenStore,
    private run: GoldenRun,
    private readonly clock: Clock,
  ) {
    this.rows = [...run.rows];
  }

  /** Aborts where the run was cancelled or deleted, or somebody else has taken it over. */
  get lost(): AbortSignal {
    return this.end.signal;
  }

  get current(): GoldenRun {
    return this.run;
  }

  add(row: RunRow): void {
    this.rows.push(row);
    this.unsaved += 1;
  }

  /** Saves what is new, and the lease once a third of it is over. A store that is away is no matter until the lease is over. */
  async save(): Promise<void> {
    const now = this.clock.now();
    const until = this.run.lease?.until ?? 0;
    if (this.unsaved === 0 && until - now > (2 * LEASE_MS) / 3) return;
    try {
      await this.write({ ...this.next(), lease: { owner: this.owner, until: now + LEASE_MS } });
    } catch (error) {
      if (!toFault(error).retryable || this.clock.now() > until) throw error;
    }
  }

  /** Gives the run back with what it has, so that whoever comes next goes on at once. @param willingly it may be so any number of times */
  async release(willingly: boolean): Promise<void> {
    const next = this.next();
    await this.write({ ...next, lease: null, claims: willingly ? 0 : next.claims });
  }

  async finish(): Promise<void> {
    const { pipelines } = this.run;
    const summary = summaryOf(pipelines, this.rows);
    const next = { ...this.run, rows: [...this.rows], done: this.rows.length, summary };
    await this.write(over(next, { status: 'finished', reason: null, now: this.clock.now() }));
  }

  async fail(reason: string): Promise<void> {
    const next = { ...this.run, rows: [...this.rows], done: this.rows.length };
    await this.write(over(next, { status: 'failed', reason, now: this.clock.now() }));
  }

  private get owner(): string {
    return this.run.lease?.owner ?? '';
  }

  private next(): GoldenRun {
    return {
      ...this.run,
      version: this.run.version + 1,
      rows: [...this.rows],
      done: this.rows.length,
      claims: this.unsaved > 0 ? 0 : this.run.claims,
    };
  }

  private async write(next: GoldenRun): Promise<void> {
    if (this.lost.aborted) return;
    const rows = this.unsaved;
    if (await this.store.saveRun(next)) {
      this.run = next;
      this.unsaved -= rows;
    } else this.end.abort();
  }
}
