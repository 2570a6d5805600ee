import { Inject, Injectable } from '@nestjs/common';
import type { Turn } from '@quarry/turn';
import { mayUsePipeline, type Caller } from '../access/caller';
import type { EndedTurn, EndHandler } from '../ends/end-handler';
import { LabelRights } from '../labels/label-rights';
import { turnWithoutPlaces } from '../turns/for-asker';
import { mayReadTurn } from '../turns/may-read-turn';
import { DeliveryQueue } from './delivery-queue';
import { turnFinished } from './payload';
import type { Webhook } from './webhook';
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
      if (value.disabled !== null || !value.events.includes('turn.finished') || !this.mayHear(value, turn))
        continue;
      const body = turnFinished(turnWithoutPlaces(turn), Date.now());
      await this.queue.add(tenant, { webhook, event: 'turn.finished', turn: id, body });
    }
  }

  /** A webhook is notified only of turns that its creator's key may read. */
  private mayHear({ repositories, pipelines, readsEverything }: Webhook, turn: Turn): boolean {
    const maker: Caller = {
      ...{ tenant: turn.tenant, key: null, role: 'reader', repositories, pipelines },
      ...(readsEverything === true ? { clearance: 'all' } : {}),
    };
    if (this.labels.isLimited(maker) || !mayReadTurn(maker, turn)) return false;
    return mayUsePipeline(maker, turn.pipeline.slice(0, turn.pipeline.lastIndexOf('@')));
  }
}
