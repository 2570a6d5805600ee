import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CLOCK, RECORD_STORE } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import type { Clock } from '@quarry/turn';
import { Poll } from '../polling/poll';
import { Deliverer } from './deliverer';
import { DeliveryQueue } from './delivery-queue';
import { KEPT_FOR } from './schedule';
import { DELIVERIES, IN_USE, OVER, WEBHOOKS, type Delivery, type Webhook } from './webhook';

/** Polling intervals for deliveries of this gateway, and of all gateways, in milliseconds. */
const LOOK_EVERY_MS = 500;
const SWEEP_EVERY_MS = 15_000;
/** Maximum open deliveries per webhook and poll, and concurrent webhooks. */
const MOST_OPEN = 200;
const AT_ONCE = 8;

/** Sends waiting deliveries. Every gateway has a worker; only one of them makes each attempt. */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('webhooks');
  private readonly closing = new AbortController();
  private readonly poll = new Poll(
    LOOK_EVERY_MS,
    () => this.work(),
    (message) => this.logger.warn(`deliveries of webhooks wait: ${message}`),
  );
  private sweptAt = 0;

  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(Deliverer) private readonly deliverer: Deliverer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.poll.start();
  }

  /** Aborts running attempts. They are repeated by another gateway, or later. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.poll.stop();
  }

  /** Sends due deliveries. Never throws; concurrent calls share one poll. */
  look(): Promise<void> {
    return this.poll.now();
  }

  private async work(): Promise<void> {
    const hinted = this.queue.takeDue(this.clock.now());
    const isSweep = this.clock.now() - this.sweptAt >= SWEEP_EVERY_MS;
    const webhooks = isSweep ? [...new Set([...hinted, ...(await this.sweep())])] : hinted;
    while (webhooks.length > 0 && !this.closing.signal.aborted)
      await Promise.all(webhooks.splice(0, AT_ONCE).map((webhook) => this.sendAll(webhook)));
  }

  /** All webhooks in use. Also deletes old ended deliveries. */
  private async sweep(): Promise<readonly string[]> {
    this.sweptAt = this.clock.now();
    const old = await this.records.tagged<Delivery>(DELIVERIES, OVER, 1_000);
    for (const { tenant, id, createdAt } of old)
      if (createdAt < this.clock.now() - KEPT_FOR) await this.records.delete(DELIVERIES, tenant, id);
    return (await this.records.tagged<Webhook>(WEBHOOKS, IN_USE, 1_000)).map(({ id }) => id);
  }

  /** One after another, so that the endpoint is not flooded by waiting deliveries. */
  private async sendAll(webhook: string): Promise<void> {
    const { signal } = this.closing;
    for (const delivery of await this.queue.open(webhook, MOST_OPEN)) {
      if (signal.aborted) return;
      const { value } = delivery;
      const after = value.nextAt > this.clock.now() ? value : await this.deliverer.attempt(delivery, signal);
      if (after?.state === 'open') this.queue.hint(webhook, after.nextAt);
    }
  }
}
