import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, TURN_ARCHIVE, type QuarryConfig } from '@quarry/platform';
import type { ArchiveAdmin } from '@quarry/turn-archive';
import { Poll } from '../polling/poll';
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
  private readonly poll = new Poll(
    EVERY_MS,
    () => this.prune(),
    (message) => this.logger.warn(`cannot prune old turns: ${message}`),
  );

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveAdmin,
    @Inject(FeedbackService) private readonly feedback: FeedbackService,
  ) {}

  onApplicationBootstrap(): void {
    this.poll.start();
    void this.poll.now();
  }

  onModuleDestroy(): Promise<void> {
    return this.poll.stop();
  }

  private async prune(): Promise<void> {
    const before = Date.now() - this.config.turnRetentionDays * DAY_MS;
    const turns = await this.archive.prune(before);
    if (turns > 0) this.logger.log(`deleted ${turns} turns older than ${this.config.turnRetentionDays} days`);
    await this.feedback.prune(before);
  }
}
