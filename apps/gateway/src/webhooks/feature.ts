import type { Feature } from '../feature';
import { WebhooksController } from './webhooks.controller';

/** Others are told of turns that have ended. */
export const webhooksFeature: Feature = { controllers: [WebhooksController] };
