import type { Feature } from '../feature';
import { Deliverer } from './deliverer';
import { DeliveryQueue } from './delivery-queue';
import { WebhookDesk } from './webhook-desk';
import { WebhookHandler } from './webhook.handler';
import { WebhookWorker } from './webhook-worker';
import { WebhooksController } from './webhooks.controller';

/** Others are told of turns that have ended. */
export const webhooksFeature: Feature = {
  providers: [WebhookDesk, DeliveryQueue, Deliverer, WebhookHandler, WebhookWorker],
  controllers: [WebhooksController],
};
