import { randomUUID } from 'node:crypto';
import type { RecordStore } from '@quarry/record-store';
import { IndexRuns, isReading, RepositoryRegistry, type IndexRun } from '@quarry/repositories';
import { repositoryOwner, toFault, type Clock, type SnapshotRef } from '@quarry/turn';
import type { RunProgress } from './request';

/** Milliseconds between two looks at whether there is something to save, and between two signs of life. */
const LOOK_EVERY_MS = 1_000;
const SIGN_EVERY_MS = 10_000;

/** What the status is of. */
interface Recorded {
  readonly ref: SnapshotRef;
  /** Whether the run discards what is stored. */
  readonly rebuild: boolean;
}

/**
 * Records how far a run is, for those who ask meanwhile, and how it ended, for those who ask afterwards. The run does
 * not depend on it: a record store that is away is reported once.
 */
export class RunStatus {
  private readonly runs: IndexRuns;
  private run: IndexRun | null = null;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private isChanged = false;
  private isReported = false;
  private read = 0;
  private documents = 0;

  constructor(
    private readonly records: RecordStore,
    private readonly of: Recorded,
    private readonly report: (problem: string) => void,
    private readonly clock: Clock = Date,
  ) {
    this.runs = new IndexRuns(records);
  }

  /** The run writes the index from now on. Never throws. */
  begin(files: number): void {
    this.saving = this.saving.then(() => this.safely(() => this.beginWith(files)));
    this.timer = setInterval(() => {
      this.look();
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Never throws. */
  progress({ phase, done }: RunProgress): void {
    if (phase === 'read') this.read = done;
    if (phase === 'documents') this.documents = done;
    const { run } = this;
    if (!run) return;
    const total = run.files?.total ?? 0;
    const files = {
      done: isReading({ phase }) ? Math.min(total, this.read + this.documents) : total,
      total,
    };
    this.run = { ...run, phase, files };
    this.isChanged = true;
  }

  get hasBegun(): boolean {
    return this.run !== null;
  }

  /** The run is complete. Never throws. */
  async finish(lacksVectors: boolean): Promise<void> {
    const completeAt = this.clock.now();
    await this.end((run) => ({ ...run, status: 'finished', completeAt, lacksVectors }));
  }

  /** The run failed or was stopped: also before it wrote anything, if its snapshot was indexed before. Never throws. */
  async stop(): Promise<void> {
    await this.saving;
    if (!this.run)
      await this.safely(async () => {
        const run = await this.newRun(null);
        if (!run.isKnown) return;
        this.run = run.run;
        await this.runs.save(this.of.ref, run.run, true);
      });
    await this.end((run) => ({ ...run, status: 'stopped' }));
  }

  private async beginWith(files: number): Promise<void> {
    const { run } = await this.newRun(files);
    this.run = this.of.rebuild ? { ...run, completeAt: null } : run;
    await this.runs.save(this.of.ref, this.run, true);
  }

  private async newRun(files: number | null): Promise<{ readonly run: IndexRun; readonly isKnown: boolean }> {
    const { ref } = this.of;
    const before = await this.runs.last(ref);
    const summary = await new RepositoryRegistry(this.records).summary(ref);
    const now = this.clock.now();
    const run: IndexRun = {
      ...{ id: randomUUID(), repository: repositoryOwner(ref.repository).name },
      ...{ snapshot: ref.snapshot, status: 'running' },
      ...{ begunAt: now, seenAt: now, phase: null },
      files: files === null ? null : { done: 0, total: files },
      completeAt: before ? before.completeAt : (summary?.indexedAt ?? null),
      lacksVectors: false,
    };
    return { run, isKnown: before !== null || summary !== null };
  }

  private look(): void {
    const { run } = this;
    if (!run || (!this.isChanged && this.clock.now() - run.seenAt < SIGN_EVERY_MS)) return;
    this.isChanged = false;
    this.run = { ...run, seenAt: this.clock.now() };
    const now = this.run;
    this.saving = this.saving.then(() => this.safely(() => this.runs.save(this.of.ref, now)));
  }

  private async end(change: (run: IndexRun) => IndexRun): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
    const { run } = this;
    if (!run) return;
    this.run = null;
    await this.safely(() => this.runs.save(this.of.ref, change({ ...run, seenAt: this.clock.now() })));
  }

  private async safely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.isReported)
        this.report(`the progress of this run is not recorded: ${toFault(error).message}`);
      this.isReported = true;
    }
  }
}
