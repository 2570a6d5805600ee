export { Deliverer } from './deliverer';
export { DeliveryQueue } from './delivery-queue';
export { ping } from './payload';
export { isPublicAddress } from './public-address';
export { sendOnce } from './sender';
export { addressOf, MAX_URL, parseTarget, type TargetRules } from './target';
export { type DeliveryRecord, WebhookService, type WebhookRecord } from './webhook.service';
export { type Delivery, WEBHOOK_EVENTS, type WebhookEvent } from './webhook';
