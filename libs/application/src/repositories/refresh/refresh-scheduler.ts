import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Poll } from '../../polling/poll';
import { RefreshService } from './refresh.service';

/** Polling interval for schedules, in milliseconds. */
const LOOK_EVERY_MS = 60_000;

/** Once started, looks for repositories whose time to be indexed again has come. Every gateway has one. */
@Injectable()
export class RefreshScheduler implements OnModuleDestroy {
  private readonly logger = new Logger('refresh');
  private readonly poll = new Poll(
    LOOK_EVERY_MS,
    () => this.look(),
    (message) => this.logger.warn(`schedules of repositories were not looked at: ${message}`),
  );

  constructor(@Inject(RefreshService) private readonly refreshes: RefreshService) {}

  /** Polls now, and every minute from then on. A process that answers one question and ends does not start it. */
  start(): void {
    this.poll.start();
    void this.poll.now();
  }

  onModuleDestroy(): Promise<void> {
    return this.poll.stop();
  }

  private async look(): Promise<void> {
    const { failed } = await this.refreshes.startDue(Date.now());
    for (const { message } of failed) this.logger.warn(`a repository was not indexed again: ${message}`);
  }
}
