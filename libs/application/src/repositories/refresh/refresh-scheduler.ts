import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { toFault } from '@quarry/turn';
import { RefreshService } from './refresh.service';

/** Polling interval for schedules, in milliseconds. */
const LOOK_EVERY_MS = 60_000;

/** Once started, looks for repositories whose time to be indexed again has come. Every gateway has one. */
@Injectable()
export class RefreshScheduler implements OnModuleDestroy {
  private readonly logger = new Logger('refresh');
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(@Inject(RefreshService) private readonly refreshes: RefreshService) {}

  /** Polls now, and every minute from then on. A process that answers one question and ends does not start it. */
  start(): void {
    if (this.timer !== null) return;
    this.timer = setInterval(() => {
      this.look();
    }, LOOK_EVERY_MS);
    this.timer.unref();
    this.look();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.looking;
  }

  private look(): void {
    this.looking = this.looking.then(async () => {
      try {
        const { failed } = await this.refreshes.startDue(Date.now());
        for (const { message } of failed) this.logger.warn(`a repository was not indexed again: ${message}`);
      } catch (error) {
        this.logger.warn(`schedules of repositories were not looked at: ${toFault(error).message}`);
      }
    });
  }
}
