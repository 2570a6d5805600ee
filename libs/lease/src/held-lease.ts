import { setTimeout as sleep } from 'node:timers/promises';
import { toFault, type Clock, type Fault } from '@quarry/turn';
import { isLeased, type Leased, type Read, type Snapshot } from './lease';

/** Who takes a lease, and for how long. */
export interface LeaseTerms {
  readonly owner: string;
  /** Milliseconds from each save until the lease expires. */
  readonly durationMs: number;
  readonly clock: Clock;
}

/**
 * Leases a document to one worker: of several that try at once, one succeeds.
 * @param snapshot the document as it was just read
 * @param begin the document as it is saved with the lease, e.g. with a status of `running`
 * @returns null if another worker holds the lease, or changed the document since it was read
 * @throws Fault of the store
 * @example
 * const held = await takeLease({ snapshot, read, begin: (job) => ({ ...job, status: 'running' }) }, terms);
 * await held?.update((job) => ({ ...job, progress }));
 * await held?.release((job) => ({ ...job, status: 'finished' }));
 */
export async function takeLease<T extends Leased>(
  document: {
    readonly snapshot: Snapshot<T>;
    readonly read: Read<T>;
    readonly begin: (value: T) => T;
  },
  terms: LeaseTerms,
): Promise<HeldLease<T> | null> {
  const { snapshot, read, begin } = document;
  const { owner, durationMs, clock } = terms;
  const now = clock.now();
  if (isLeased(snapshot.value, now)) return null;
  const stored = await snapshot.save({ ...begin(snapshot.value), lease: { owner, until: now + durationMs } });
  return stored && new HeldLease(stored, read, terms);
}

/** A document that is leased to this worker: every change is saved only while the lease is still its own. */
export class HeldLease<T extends Leased> {
  private saving: Promise<unknown> = Promise.resolve();
  private readonly taken = new AbortController();
  private isReleased = false;

  /** Made by `takeLease`. */
  constructor(
    private stored: Snapshot<T>,
    private readonly read: Read<T>,
    private readonly terms: LeaseTerms,
  ) {}

  /** The document as this worker last saved or read it. */
  get value(): T {
    return this.stored.value;
  }

  /** Aborts when another worker has the lease, or the document ended or was deleted: nothing more is saved. */
  get lost(): AbortSignal {
    return this.taken.signal;
  }

  /** Whether a third of the lease has passed, so that it is time to extend it. */
  get isDue(): boolean {
    return this.until - this.terms.clock.now() <= (2 * this.terms.durationMs) / 3;
  }

  /**
   * Saves a change and extends the lease. If another process changed the document meanwhile, the change is applied to
   * what is stored now; if the lease is lost, nothing is saved. Changes are saved one at a time.
   * @throws Fault of the store
   */
  update(change: (value: T) => T): Promise<void> {
    const { owner, durationMs, clock } = this.terms;
    return this.next(() =>
      this.save((value) => ({ ...change(value), lease: { owner, until: clock.now() + durationMs } })),
    );
  }

  /**
   * Saves a last change and returns the lease, so that another worker may take it at once. @throws Fault of the store
   */
  release(change: (value: T) => T): Promise<void> {
    return this.next(async () => {
      await this.save((value) => ({ ...change(value), lease: null }));
      this.isReleased = true;
    });
  }

  /** Reads what other processes saved, e.g. a request to cancel. @throws Fault of the store */
  refresh(): Promise<void> {
    return this.next(() => this.reload());
  }

  /**
   * Calls `beat`, which extends the lease, every `everyMs` milliseconds until `ended` or `lost` aborts. A store outage
   * is tolerated until the lease expires.
   * @returns the fault that prevented the lease from being extended; null otherwise
   */
  async keep(
    beat: () => Promise<void>,
    { everyMs, ended }: { readonly everyMs: number; readonly ended: AbortSignal },
  ): Promise<Fault | null> {
    const over = AbortSignal.any([ended, this.lost]);
    for (;;) {
      await sleep(everyMs, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return null;
      const fault = await this.tolerated(beat);
      if (fault) return fault;
    }
  }

  /** @returns the fault of `beat`; null if it succeeded, or if the lease still leaves time to try again. */
  async tolerated(beat: () => Promise<void>): Promise<Fault | null> {
    try {
      await beat();
      return null;
    } catch (error) {
      const fault = toFault(error);
      return fault.retryable && this.terms.clock.now() <= this.until ? null : fault;
    }
  }

  private get until(): number {
    return this.value.lease?.until ?? 0;
  }

  private next(step: () => Promise<void>): Promise<void> {
    const done = this.saving.then(() => (this.isReleased || this.lost.aborted ? undefined : step()));
    this.saving = done.catch(() => undefined);
    return done;
  }

  private async save(change: (value: T) => T): Promise<void> {
    while (!this.lost.aborted) {
      const saved = await this.stored.save(change(this.value));
      if (saved) {
        this.stored = saved;
        return;
      }
      await this.reload();
    }
  }

  private async reload(): Promise<void> {
    const now = await this.read();
    if (now?.value.lease?.owner === this.terms.owner) this.stored = now;
    else this.taken.abort();
  }
}
