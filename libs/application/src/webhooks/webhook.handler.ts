import { Inject, Injectable } from '@nestjs/common';
import type { EndedTurn, EndHandler } from '../ends/end-handler';
import { LabelRights } from '../labels/label-rights';
import { turnWithoutPlaces } from '../turns/for-asker';
import { DeliveryQueue } from './delivery-queue';
import { mayHear } from './may-hear';
import { turnFinished } from './payload';
import { WebhookService } from './webhook.service';

/** Adds a delivery for every webhook of the turn's tenant. Idempotent. */
@Injectable()
export class WebhookHandler implements EndHandler {
  readonly name = 'webhooks';

  constructor(
    @Inject(WebhookService) private readonly webhooks: WebhookService,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(LabelRights) private readonly labels: LabelRights,
  ) {}

  async ended({ turn }: EndedTurn): Promise<void> {
    const { tenant, id } = turn;
    for (const { id: webhook, value } of await this.webhooks.list(tenant)) {
      if (
        value.disabled !== null ||
        !value.events.includes('turn.finished') ||
        !mayHear(value, turn, this.labels)
      )
        continue;
      const body = turnFinished(turnWithoutPlaces(turn), Date.now());
      await this.queue.add(tenant, { webhook, event: 'turn.finished', turn: id, body });
    }
  }
}
