import { Inject, Injectable } from '@nestjs/common';
import type { Platform } from '@quarry/platform';
import { LabelRights } from '../labels/label-rights';
import { DeliveryQueue } from '../webhooks/delivery-queue';
import { mayHear } from '../webhooks/may-hear';
import { answerStale } from '../webhooks/payload';
import { WebhookService } from '../webhooks/webhook.service';
import type { StaleAnswer } from './stale-answer';

/** Adds a delivery of `answer.stale` for every webhook that may hear of the answer. Idempotent. */
@Injectable()
export class StaleNotifier {
  constructor(
    @Inject(WebhookService) private readonly webhooks: WebhookService,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(LabelRights) private readonly labels: LabelRights,
  ) {}

  /** For processes without injection, such as the CLI. A gateway sends what they add. */
  static over({ config, recordStore }: Pick<Platform, 'config' | 'recordStore'>): StaleNotifier {
    const queue = new DeliveryQueue(recordStore);
    return new StaleNotifier(
      new WebhookService(recordStore, config),
      queue,
      new LabelRights(config, recordStore),
    );
  }

  async notify(answer: StaleAnswer): Promise<void> {
    const { turn, staleness, indexedAt } = answer;
    for (const { id: webhook, value } of await this.webhooks.list(turn.tenant)) {
      if (value.disabled !== null || !value.events.includes('answer.stale')) continue;
      if (!mayHear(value, turn, this.labels)) continue;
      const body = answerStale(turn, answer, Date.now());
      // An answer can become stale again, by a later run.
      const occurrence = `${staleness}@${indexedAt}`;
      await this.queue.add(turn.tenant, { webhook, event: 'answer.stale', turn: turn.id, body }, occurrence);
    }
  }
}
