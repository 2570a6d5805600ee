import type { Feature } from '../feature';
import { WebhooksController } from './webhooks.controller';

/** Webhooks for ended turns. */
export const webhooksFeature: Feature = { controllers: [WebhooksController] };
