export { MAX_URL } from '@quarry/connections/outbound';
export { Deliverer } from './deliverer';
export { DeliveryQueue } from './delivery-queue';
export { ping } from './payload';
export { sendOnce } from './sender';
export { type DeliveryRecord, WebhookService, type WebhookRecord } from './webhook.service';
export { type Delivery, WEBHOOK_EVENTS, type WebhookEvent } from './webhook';
