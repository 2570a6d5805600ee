import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { RECORD_STORE, SEARCH_INDEX, TURN_ARCHIVE } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { RepositoryRegistry } from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import type { ArchiveCitations, ArchiveReader } from '@quarry/turn-archive';
import { Poll } from '../polling/poll';
import type { StaleAnswer } from './stale-answer';
import { updateStaleMarks } from './stale-marks';
import { StaleNotifier } from './stale-notifier';

/** Polling interval for snapshots that were indexed, and for new answers, in milliseconds. */
const LOOK_EVERY_MS = 3_000;

/**
 * Once started, marks kept answers after each indexing run, whichever process ran it. Every gateway has a worker; they
 * find the same, and a webhook is notified once.
 */
@Injectable()
export class StaleWorker implements OnModuleDestroy {
  private readonly logger = new Logger('stale-answers');
  private readonly closing = new AbortController();
  private readonly registry: RepositoryRegistry;
  private readonly poll = new Poll(
    LOOK_EVERY_MS,
    () => this.work(),
    (message) => this.logger.warn(`answers are not marked as stale: ${message}`),
  );
  /** The cited snapshots as they were at the last complete update. */
  private seen = '';

  constructor(
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveCitations & ArchiveReader,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(StaleNotifier) private readonly notifier: StaleNotifier,
  ) {
    this.registry = new RepositoryRegistry(records);
  }

  /** Starts polling. A process that answers one question and ends does not start it. */
  start(): void {
    if (this.closing.signal.aborted) return;
    this.poll.start();
    void this.look();
  }

  /** Ends an update after the answers that it is looking at; the next process continues. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.poll.stop();
  }

  /** Updates the marks after a run and for new answers. Never throws; concurrent calls share one poll. */
  look(): Promise<void> {
    return this.poll.now();
  }

  private async work(): Promise<void> {
    const now = await this.snapshots();
    const isOld = now === this.seen;
    if (isOld && (await this.archive.uncompared(1)).length === 0) return;
    const { archive, index, registry, notifier } = this;
    const { signal } = this.closing;
    const parts = { archive, index, registry, onStale: (answer: StaleAnswer) => notifier.notify(answer) };
    await updateStaleMarks(parts, { signal, newOnly: isOld });
    this.seen = signal.aborted ? '' : now;
  }

  /** The current snapshots of all cited repositories, and when they were indexed. */
  private async snapshots(): Promise<string> {
    const names = await this.archive.citedRepositories();
    const newest = names.map(async (name) => {
      const [snapshot] = (await this.registry.findStored(name))?.snapshots ?? [];
      return [name, snapshot?.snapshot, snapshot?.indexedAt];
    });
    return JSON.stringify(await Promise.all(newest));
  }
}
