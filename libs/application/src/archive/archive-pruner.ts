import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, TURN_ARCHIVE, type QuarryConfig } from '@quarry/platform';
import { toFault } from '@quarry/turn';
import type { ArchiveAdmin } from '@quarry/turn-archive';
import { FeedbackService } from '../turns/feedback.service';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;

/**
 * Deletes turns, prompts and feedback that are older than `QUARRY_TURN_RETENTION_DAYS`, at startup and then every hour.
 * Each gateway does so; pruning is idempotent.
 */
@Injectable()
export class ArchivePruner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('archive');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveAdmin,
    @Inject(FeedbackService) private readonly feedback: FeedbackService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.prune();
    this.timer = setInterval(() => {
      this.running = this.prune();
    }, EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  /** Never throws: after an outage of the archive, the next run prunes it. */
  async prune(now: number = Date.now()): Promise<void> {
    const before = now - this.config.turnRetentionDays * DAY_MS;
    try {
      const turns = await this.archive.prune(before);
      if (turns > 0)
        this.logger.log(`deleted ${turns} turns older than ${this.config.turnRetentionDays} days`);
      await this.feedback.prune(before);
    } catch (error) {
      this.logger.warn(`cannot prune old turns: ${toFault(error).message}`);
    }
  }
}
